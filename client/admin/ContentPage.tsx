import { Anchor, Badge, Button, Card, Group, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { Link, useLocation, useParams } from 'react-router'
import * as api from '../../domain/admin/content-api.ts'
import { plural } from '../../domain/lib/duration.ts'
import { own } from '../../domain/lib/own.ts'
import { REASON_WORDS } from '../../domain/moderation/hidden.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { changedSearch, useListFilters } from '../browse/list-filters.ts'
import { SearchBox } from '../browse/SearchBox.tsx'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TabLinks } from '../ui/links/TabLinks.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { pageOf } from '../ui/Pager.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { ContentActions } from './ContentActions.tsx'
import classes from './ContentPage.module.css'
import { PersonLink } from './PersonLink.tsx'
import rows from './rows.module.css'

const useDay = dateTexts({ dateStyle: 'medium' })
const useTime = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

const LISTS: Record<api.ContentList, { title: string; people?: string }> = {
  sessions: { title: 'Sessions', people: 'participant' },
  groups: { title: 'Groups', people: 'member' },
  activities: { title: 'Activities', people: 'follower' },
  items: { title: 'Items' }
}
const STATES: Record<api.ContentState, string> = {
  running: 'Running',
  waiting: 'Not started',
  ended: 'Ended',
  hidden: 'Hidden'
}
const STATUSES: Record<SessionStatus, string> = {
  [SessionStatus.NotStarted]: STATES.waiting,
  [SessionStatus.Running]: STATES.running,
  [SessionStatus.Ended]: STATES.ended
}

/** One list for all kinds of things that people made: find, hide, restore, end and delete (D-149). */
export function ContentPage() {
  const { kinds: wanted = '' } = useParams()
  const list: api.ContentList = own(LISTS, wanted) ? (wanted as api.ContentList) : 'sessions'
  const page = usePersonalPage(api.contentPage)
  const { search } = useListFilters()
  const state = search.get('state')
  const to = (change: string | null) => `/admin/content/${list}${changedSearch(search, { state: change })}`
  return (
    <AdminFrame title={LISTS[list].title}>
      <TabLinks
        label="What to list"
        tabs={Object.entries(LISTS).map(([name, { title }]) => ({ to: `/admin/content/${name}`, label: title }))}
      />
      <div className={classes.filters}>
        <SearchBox label="Title or username" />
        <TabLinks
          label="Filter"
          look="pills"
          tabs={[null, ...api.statesOf(list)].map(one => ({
            to: to(one),
            label: one ? STATES[one] : 'All',
            current: state === one
          }))}
        />
      </div>
      {page === null && <Loading />}
      {page?.rows.length === 0 && (
        <div className={rows.empty}>
          <EmptyState text="Nothing was found." />
        </div>
      )}
      {page !== null && page.rows.length > 0 && (
        <Card component="ul" className={rows.rows}>
          {pageOf(page.rows).map(row => (
            <Row key={row.id} list={list} row={row} />
          ))}
        </Card>
      )}
      <Older rows={page?.rows ?? []} />
    </AdminFrame>
  )
}

/** Links to the newest rows and to those after this page. */
function Older({ rows }: { rows: readonly api.ContentRow[] }) {
  const { pathname } = useLocation()
  const { search } = useListFilters()
  const last = rows.length > config.per_page ? pageOf(rows).at(-1) : undefined
  const isLater = search.has('before')
  if (!last && !isLater) return null
  const to = (before: string | null) => pathname + changedSearch(search, { before })
  return (
    <Group component="nav" aria-label="Pages" justify="center" mt="lg">
      {isLater && (
        <Button component={Link} to={to(null)} variant="default">
          Newest
        </Button>
      )}
      {last && (
        <Button component={Link} to={to(String(last.id))} rel="next" variant="default">
          Older
        </Button>
      )}
    </Group>
  )
}

function Row({ list, row }: { list: api.ContentList; row: api.ContentRow }) {
  const [day, time] = [useDay(), useTime()]
  const { title, path, owner, people, status, created_at, started_at, hidden } = row
  const { people: word } = LISTS[list]
  return (
    <li>
      <Group gap="xs">
        <Anchor component={Link} to={path} fw={600}>
          {title}
        </Anchor>
        {status !== null && <Badge variant="default">{STATUSES[status]}</Badge>}
        {hidden && <Badge color="red">Hidden</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        By <PersonLink username={owner} />
        {/* The dates of a series have one title, and only their starts differ. */}
        {` · ${started_at === null ? day(Date.parse(created_at)) : time(Date.parse(started_at))}`}
        {word && people !== null && ` · ${plural(people, word)}`}
        {hidden && ` · ${REASON_WORDS[hidden]}`}
      </Text>
      <ContentActions list={list} row={row} />
    </li>
  )
}
