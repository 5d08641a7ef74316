import { Button } from '@mantine/core'
import IconHeart from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs'
import IconHeartFilled from '@tabler/icons-react/dist/esm/icons/IconHeartFilled.mjs'
import type { Activity } from '../../domain/activities/api.ts'
import { follow, unfollow } from '../browse/card-actions.ts'
import { offersToJoin } from '../browse/card-state.ts'
import { serverNow } from '../lib/dates/server-clock.ts'

/** Templates cannot be followed (ACT-075). */
export function FollowButton({ activity }: { activity: Activity }) {
  if (activity.is_joined) {
    return (
      <Button
        variant="light"
        leftSection={<IconHeartFilled size={20} aria-hidden />}
        onClick={() => unfollow(activity.slug)}
      >
        Unfollow
      </Button>
    )
  }
  if (!offersToJoin(activity, serverNow())) return null
  return (
    <Button variant="default" leftSection={<IconHeart size={20} aria-hidden />} onClick={() => follow(activity.slug)}>
      Follow
    </Button>
  )
}
