/** The address holds all filters of a list screen (ACT-014..ACT-021), so links and Back keep them. */
import { useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useNavigate, useNavigation } from 'react-router'

export interface ListFilters {
  joined: boolean
  templates: boolean
  /** Slug of a category. */
  category: string
  difficulty: string
  q: string
}

/** The filters in the address. While a list loads, its filters count already. */
export function useListFilters(): ListFilters & { search: URLSearchParams; isLoading: boolean } {
  const { pathname, search } = useLocation()
  const { location } = useNavigation()
  const isLoading = location?.pathname === pathname
  const params = new URLSearchParams(isLoading ? location.search : search)
  const text = (name: string): string => params.get(name) ?? ''
  return {
    joined: text('joined') === '1',
    templates: text('templates') === '1',
    category: text('category'),
    difficulty: text('difficulty'),
    q: text('q'),
    search: params,
    isLoading
  }
}

type Change = Partial<Record<keyof ListFilters | 'state' | 'before' | 'show' | 'month', string | null>>

/** The query string with some filters changed. It returns to the first page. */
export function changedSearch(search: URLSearchParams, change: Change): string {
  const next = new URLSearchParams(search)
  next.delete('page')
  next.delete('before')
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  const text = next.toString()
  return text ? `?${text}` : ''
}

/** Each choice adds a history entry. The letters of one search share one. */
export function useFilterBy(): (change: Change) => void {
  const { search } = useListFilters()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  return change => {
    // A delayed search must neither stop a navigation to another page nor put its filters there, and keeps a filter that
    // was pressed meanwhile. Reads the router's state, because the last render may be older.
    const at = router?.state.navigation.location ?? router?.state.location
    if (at && at.pathname !== pathname) return
    const now = at ? new URLSearchParams(at.search) : search
    const typing = Boolean(change.q && now.get('q'))
    void navigate({ search: changedSearch(now, change) }, { replace: typing })
  }
}
