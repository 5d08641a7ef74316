import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { plainText } from '../../domain/lib/plain-text.ts'
import { sessionHutPage } from '../../domain/posts/api.ts'
import type { Session } from '../../domain/sessions/api.ts'
import { Face } from '../faces/Face.tsx'
import { pageQuery } from '../lib/page-cache.ts'
import { useUser } from '../lib/user.ts'
import { spreadMs } from '../live/presence.ts'
import { PersonLink } from '../ui/people/PersonLink.tsx'
import classes from './SaidSince.module.css'

const MOST = 5

/**
 * The newest posts since the session ended, such as thanks. Without them here, only people who open Discuss would see
 * them.
 */
export function SaidSince({ session, endedAt }: { session: Pick<Session, 'slug'>; endedAt: number }) {
  const address = { params: { event: session.slug }, search: '' }
  const [isDue, setDue] = useState(false)
  // Everyone in the room sees its end in the same second.
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), spreadMs())
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...pageQuery<typeof sessionHutPage>(sessionHutPage, address), enabled: isDue })
  const muted = useUser()?.muted ?? []
  const posts = (data?.posts ?? []).filter(
    ({ created_at, username, is_deleted }) =>
      Date.parse(created_at) >= endedAt && !is_deleted && !muted.includes(username)
  )
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="said-since">
      <h2 id="said-since" className={classes.heading}>
        Said since the end
      </h2>
      <ul className={classes.list}>
        {posts.slice(0, MOST).map(({ id, username, title, content }) => (
          <li key={id}>
            <Face username={username} size={32} />
            <span>
              <PersonLink username={username} /> {plainText(title || content)}
            </span>
          </li>
        ))}
      </ul>
      <Anchor component={Link} to={`/sessions/${session.slug}/hut`}>
        See all in Discuss
      </Anchor>
    </section>
  )
}
