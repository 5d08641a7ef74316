import { Button } from '@mantine/core'
import IconHeart from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs'
import IconHeartFilled from '@tabler/icons-react/dist/esm/icons/IconHeartFilled.mjs'
import { plural } from '../../../domain/lib/duration.ts'
import type { Following } from '../../../domain/publishing/following-api.ts'
import { useUser } from '../../lib/user.ts'
import { type Followable, follow, unfollow } from './following.ts'

interface Props {
  page: Followable
  /** Null for a page that cannot be followed. */
  following: Following | null
}

/** Follows a person or a group of items (D-162). Not for guests, who have no inbox for long. */
export function FollowPage({ page, following }: Props) {
  const user = useUser()
  if (!following || (user && user.guest_name !== null)) return null
  const isOn = following.is_followed === 1
  const Icon = isOn ? IconHeartFilled : IconHeart
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      leftSection={<Icon size={20} aria-hidden />}
      onClick={() => (isOn ? unfollow(page) : follow(page))}
    >
      {isOn ? 'Unfollow' : 'Follow'}
    </Button>
  )
}

/** "12 followers"; nothing without any. */
export function Followers({ following }: { following: Following | null }) {
  return following && following.followers_count > 0 ? (
    <span>{plural(following.followers_count, 'follower')}</span>
  ) : null
}
