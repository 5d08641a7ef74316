import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import { comeEveryTime, seriesPage } from '../../../domain/series/api.ts'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { call } from '../../lib/api.ts'
import { reloadPages } from '../../lib/page-cache.ts'
import { useUser } from '../../lib/user.ts'
import { reloadRoomPages } from '../../live/room-pages.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { toast } from '../../ui/toasts/toast.tsx'

interface Props {
  /** The slug of the series. */
  series: string
  /** The id of the date that is on screen; null on the page of the series. */
  room: number | null
}

/** Gives a person a place on each date of a series (D-150). Guests join single dates. */
export function EveryTime({ series, room }: Props) {
  if (useUser()?.guest_name != null) return null
  const come = async () => {
    await call(comeEveryTime, { params: { series } })
    toast.success('You have a place on each date. You can decline single dates.', { id: 'every-time' })
    await (room === null ? reloadPages(seriesPage) : reloadRoomPages(room))
  }
  return (
    <ActionButton
      variant={room === null ? 'light' : 'default'}
      size="md"
      leftSection={<IconRepeat size={20} aria-hidden />}
      action={async () => requireSignIn('to come every time', come)}
    >
      Come every time
    </ActionButton>
  )
}
