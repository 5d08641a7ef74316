import { Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Overview } from '../../domain/admin/api.ts'
import { plural } from '../../domain/lib/duration.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { Panel } from '../ui/Panel.tsx'
import { Facts } from './Facts.tsx'
import classes from './OverviewPage.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** The share of a disk that should stay free. */
const LEAST_FREE = 0.1

interface Check {
  name: string
  /** Null when the hut does not have this part. */
  isGood: boolean | null
  text: string
  to?: string
}

export function Health({ page }: { page: Overview }) {
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
    <Panel id="health" title="Health" size="h3" className={classes.health}>
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
      <Facts
        facts={[
          ['Version', page.version],
          ['Node', page.node]
        ]}
      />
    </Panel>
  )
}

/** A size such as "1.5 GB". */
function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${numberText(Math.round((bytes / 1000 ** power) * 10) / 10)} ${units[power]}`
}
