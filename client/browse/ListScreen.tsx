import type { ReactNode } from 'react'
import type { Card, ListData } from '../../domain/browse/api.ts'
import { VisitorWarning } from '../accounts/VisitorWarning.tsx'
import { useUser } from '../lib/user.ts'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { CardGrid } from './CardGrid.tsx'
import { EmptyList } from './EmptyList.tsx'
import { FilterMenu } from './FilterMenu.tsx'
import { FilterPills } from './FilterPills.tsx'
import { FoundCount } from './FoundCount.tsx'
import { LaterJoinCode } from './LaterJoinCode.tsx'
import { ListTitle } from './ListTitle.tsx'
import classes from './list.module.css'
import { useListFilters } from './list-filters.ts'
import { SearchBox } from './SearchBox.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SignInToSee } from './SignInToSee.tsx'
import { Templates } from './Templates.tsx'

interface Props {
  kind: 'sessions' | 'activities'
  data: ListData
  /** Shown above the list; includes the h1 of the page. */
  welcome?: ReactNode
  /** Hides the list while the part above it loads, because the list would move. */
  isLater?: boolean
  /** Ids of sessions that the page shows above the list. A list without filters leaves them out. */
  above?: readonly number[]
  /** Whether the sidebar explains how the product works. */
  explains?: boolean
  /** Replaces the sidebar. */
  aside?: ReactNode
  /** Replaces the list, its search and its filters. Templates stay. */
  instead?: ReactNode
  /** Renders something below a card. */
  cardEnd?: (card: Card) => ReactNode
}

/** The list screen (B§2) of home, sessions, activities, and the pages of a group. */
export function ListScreen({
  kind,
  data,
  welcome,
  isLater = false,
  above = [],
  explains,
  aside,
  instead,
  cardEnd
}: Props) {
  const { joined, search, isLoading } = useListFilters()
  const leftOut = search.size > 0 ? [] : above
  const repeated = data.challenges.filter(({ id }) => leftOut.includes(id)).length
  const visitor = useUser() === null
  return (
    <>
      <VisitorWarning />
      {welcome}
      <div className={classes.screen} data-later={isLater || undefined}>
        <section aria-label={kind === 'sessions' ? 'Sessions' : 'Activities'}>
          {instead ? (
            <>
              {instead}
              {data.templates.length > 0 && <Templates cards={data.templates} isEmpty />}
            </>
          ) : (
            <>
              <div className={classes.bar} data-tour="search">
                <div className={classes.heading}>
                  <ListTitle noun={kind} order={welcome ? 2 : 1} />
                  <FoundCount
                    count={data.challengesCount - repeated}
                    noun={kind === 'sessions' ? 'session' : 'activity'}
                  />
                  {!data.hut && (
                    <TextLink to="/groups" className={classes.groups}>
                      Groups
                    </TextLink>
                  )}
                </div>
                <SearchBox label={`Search ${kind}`} />
                <FilterMenu data={data} withTemplates={kind === 'activities'} />
              </div>
              <FilterPills data={data} />
              <div className={classes.results} aria-busy={isLoading}>
                {joined && visitor ? (
                  <SignInToSee kind={kind} />
                ) : (
                  <Rows kind={kind} data={data} leftOut={leftOut} level={welcome ? 3 : 2} cardEnd={cardEnd} />
                )}
              </div>
            </>
          )}
        </section>
        {aside ?? <Sidebar kind={kind} explains={explains ?? visitor} />}
      </div>
      <LaterJoinCode />
    </>
  )
}

interface RowsProps extends Pick<Props, 'kind' | 'data' | 'cardEnd'> {
  leftOut: readonly number[]
  level: 2 | 3
}

function Rows({ kind, data, leftOut, level, cardEnd }: RowsProps) {
  const all = pageOf(data.challenges)
  const cards = all.filter(({ id }) => !leftOut.includes(id))
  return (
    <>
      {cards.length > 0 && <CardGrid cards={cards} level={level} cardEnd={cardEnd} />}
      {all.length === 0 && <EmptyList kind={kind} />}
      <Pager rows={data.challenges} />
      {data.templates.length > 0 && <Templates cards={data.templates} isEmpty={all.length === 0} />}
    </>
  )
}
