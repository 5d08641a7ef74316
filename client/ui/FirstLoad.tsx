import { Loading } from './Loading.tsx'

/** Before the first page's code arrived. */
export function FirstLoad() {
  return (
    <div style={{ maxWidth: 'var(--page-width)', margin: '4rem auto 0', padding: '2rem 1rem' }}>
      <Loading />
    </div>
  )
}
