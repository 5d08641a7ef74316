import { SimpleGrid } from '@mantine/core'
import { Link, Navigate } from 'react-router'
import { isAdmin, isModerator } from '../../domain/accounts/user.ts'
import { type Overview, overviewPage } from '../../domain/admin/api.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { ticksOf } from '../../domain/lib/ticks.ts'
import { dayTexts } from '../lib/dates/date-texts.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { BarChart } from '../ui/charts/BarChart.tsx'
import { Numbers } from '../ui/charts/Numbers.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { Facts } from './Facts.tsx'
import { Health } from './Health.tsx'

const useDay = dayTexts({ month: 'short', day: 'numeric' })

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
