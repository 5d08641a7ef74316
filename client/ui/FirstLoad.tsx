import { Loading } from './Loading.tsx'

/** Before the first page's code arrived. A margin would move the body, and so count as a jump when the page comes. */
export function FirstLoad() {
  return (
    <div style={{ maxWidth: 'var(--page-width)', margin: '0 auto', padding: '6rem 1rem 2rem' }}>
      <Loading />
    </div>
  )
}
