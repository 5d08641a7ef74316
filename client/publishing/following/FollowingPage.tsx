import { Button, Title } from '@mantine/core'
import IconHeart from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs'
import { useId } from 'react'
import { Link } from 'react-router'
import { type FollowedPage, followingPage } from '../../../domain/publishing/following-api.ts'
import { usePersonalPage } from '../../lib/page.ts'
import { MyPage } from '../../my/MyPage.tsx'
import { WeekMailSwitch } from '../../reminders/WeekMailSwitch.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextLink } from '../../ui/links/TextLink.tsx'
import classes from './FollowingPage.module.css'
import { stopActivity, unfollow } from './following.ts'

/** Lists whom and what the person follows, with the weekly mail about it (D-162). */
export function FollowingPage() {
  return (
    <MyPage title="Following" actionText="to see what you follow" page={usePersonalPage(followingPage)}>
      {({ people, books, activities, week_mail }) => (
        <>
          {people.length + books.length + activities.length === 0 && (
            <EmptyState
              icon={<IconHeart size={40} aria-hidden />}
              text="You don’t follow anyone yet. Follow a person, a group of texts or an activity, and what’s new comes to your inbox."
            >
              <Button component={Link} to="/activities">
                Browse activities
              </Button>
            </EmptyState>
          )}
          <Part title="People" pages={people} stop={page => unfollow({ ...page, kind: 'person' })} />
          <Part
            title="Groups of texts"
            pages={books}
            note={({ author }) => `by ${author}`}
            stop={page => unfollow({ ...page, kind: 'book' })}
          />
          <Part title="Activities" pages={activities} stop={stopActivity} />
          <WeekMailSwitch isOn={week_mail === 1} />
        </>
      )}
    </MyPage>
  )
}

interface PartProps<One extends FollowedPage> {
  title: string
  pages: readonly One[]
  note?: (page: One) => string
  stop: (page: One) => Promise<void>
}

function Part<One extends FollowedPage>({ title, pages, note, stop }: PartProps<One>) {
  const id = useId()
  if (pages.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <ul className={classes.rows}>
        {pages.map(page => (
          <li key={page.id}>
            <span>
              <TextLink to={page.path}>{page.title}</TextLink> {note && <small>{note(page)}</small>}
            </span>
            <Button variant="default" aria-label={`Unfollow ${page.title}`} onClick={() => void stop(page)}>
              Unfollow
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
