import { Card, SimpleGrid, Text } from '@mantine/core'
import { Link, Navigate } from 'react-router'
import { isAdmin, isModerator } from '../../domain/accounts/user.ts'
import { type Overview, overviewPage } from '../../domain/admin/api.ts'
import { plural } from '../../domain/lib/duration.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { ticksOf } from '../../domain/lib/ticks.ts'
import { dateTexts, dayTexts } from '../lib/dates/date-texts.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { BarChart } from '../ui/charts/BarChart.tsx'
import { Numbers } from '../ui/charts/Numbers.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { Facts } from './Facts.tsx'
import classes from './OverviewPage.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })
const useDay = dayTexts({ month: 'short', day: 'numeric' })
/** The share of a disk that should stay free. */
const LEAST_FREE = 0.1

/** Whether everything works, how many people there are, and what waits for an admin. */
export function OverviewPage() {
  const page = usePersonalPage(overviewPage)
  const user = useUser()
  if (isModerator(user) && !isAdmin(user)) return <Navigate to="/admin/reports" replace />
  return (
    <AdminFrame title="Overview">
      {page ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <People page={page} />
          <Health page={page} />
          <NewPeople page={page} />
          <Program page={page} />
        </SimpleGrid>
      ) : (
        <Loading />
      )}
    </AdminFrame>
  )
}

function People({ page }: { page: Overview }) {
  return (
    <Panel id="people" title="People" size="h3">
      <Facts
        facts={[
          ['Accounts', list('/admin/people', page.people)],
          ['New this week', list('/admin/people', page.new_week)],
          ['Here today', list('/admin/people?seen=1', page.people_today)],
          ['Here this week', list('/admin/people?seen=7', page.people_week)],
          ['Running sessions', list('/events', page.sessions_running)],
          ['Open reports', list('/admin/reports', page.reports_waiting)],
          ['Waiting for approval', list('/admin/approvals', page.accounts_waiting)]
        ]}
      />
    </Panel>
  )
}

/** A figure that leads to its list. */
const list = (to: string, count: number) => <Link to={to}>{numberText(count)}</Link>

interface Check {
  name: string
  /** Null when the hut does not have this part. */
  isGood: boolean | null
  text: string
  to?: string
}

function Health({ page }: { page: Overview }) {
  const minute = useMinute()
  const { works, disk_free, disk_size, backup_at, backup_time, is_backup_late, mails_failed, mails_waiting } = page
  const hasSpace = disk_free === null || disk_size === null || disk_free / disk_size > LEAST_FREE
  const checks: Check[] = [
    { name: 'Database', isGood: works.database, text: sizeText(page.database_size) },
    { name: 'Messages between nodes', isGood: works.bus, text: works.bus ? 'Works' : 'Doesn’t answer' },
    {
      name: 'Mail',
      isGood: works.mail,
      text: works.mail === null ? 'No mail server is set' : `${mails_waiting} waiting, ${mails_failed} failed`,
      to: '/admin/mail'
    },
    {
      name: 'Push',
      isGood: works.push,
      text: works.push === null ? 'Off' : `${page.pushes_waiting} waiting, ${page.pushes_failed} failed`,
      to: '/admin/pushes'
    },
    {
      name: 'Payments',
      isGood: works.payments,
      text:
        works.payments === false
          ? `${plural(page.payment_events_failed, 'event')} of the provider failed`
          : { stripe: 'Stripe', sandbox: 'Sandbox: no money moves', off: 'Off: everything is free' }[page.payments],
      ...(page.payments === 'off' ? {} : { to: '/admin/money' })
    },
    {
      name: 'Pictures',
      isGood: works.storage,
      text: `${page.pictures === 'bucket' ? 'In a bucket' : 'On this disk'}${works.storage ? '' : ', which takes no changes'}`
    },
    {
      name: 'Disk',
      isGood: hasSpace,
      text:
        disk_free === null || disk_size === null ? 'Unknown' : `${sizeText(disk_free)} of ${sizeText(disk_size)} free`
    },
    {
      name: 'Backup',
      // A new hut has none yet.
      isGood: is_backup_late === 1 ? false : backup_at === null ? null : true,
      text: [
        backup_at === null ? 'None yet' : `The newest is of ${minute(Date.parse(backup_at))}`,
        backup_time === null ? 'set BACKUP_AT to make one each day' : `the next one comes at ${backup_time}`
      ].join('; ')
    }
  ]
  return (
    <Panel id="health" title="Health" size="h3">
      <ul className={classes.checks}>
        {checks.map(({ name, isGood, text, to }) => (
          <li key={name}>
            <span className={classes.dot} data-good={isGood ?? undefined} aria-hidden />
            <span>{to ? <Link to={to}>{name}</Link> : name}</span>
            <Text component="span" c="dimmed" size="sm">
              {isGood === false && 'Look at this: '}
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function NewPeople({ page: { new_people } }: { page: Overview }) {
  const day = useDay()
  const ticks = ticksOf(Math.max(4, ...new_people.map(({ count }) => count)))
  const top = ticks.at(-1) ?? 1
  const total = new_people.reduce((sum, { count }) => sum + count, 0)
  const [first, last] = [new_people[0]?.day ?? '', new_people.at(-1)?.day ?? '']
  return (
    <Panel id="new-people" title="New accounts" size="h3">
      <BarChart
        label={`New accounts on each of the last 30 days: ${numberText(total)} in all.`}
        ticks={ticks.map(value => ({ at: value / top, text: numberText(value) }))}
        marks={[
          { at: 0, text: day(first) },
          { at: 1, text: day(last) }
        ]}
        slider="Go through the days"
        bars={new_people.map(one => ({ height: one.count / top, text: `${day(one.day)}: ${numberText(one.count)}` }))}
      />
      <Numbers
        caption="New accounts"
        heads={['Day', 'Accounts']}
        rows={new_people.filter(({ count }) => count > 0).map(one => [day(one.day), numberText(one.count)])}
      />
    </Panel>
  )
}

function Program({ page: { version, node } }: { page: Overview }) {
  return (
    <Card>
      <Facts
        facts={[
          ['Version', version],
          ['Node', node]
        ]}
      />
    </Card>
  )
}

/** A size such as "1.5 GB". */
function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${numberText(Math.round((bytes / 1000 ** power) * 10) / 10)} ${units[power]}`
}
