import { Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { setGuests } from '../../../domain/sessions/api.ts'
import { call } from '../../lib/api.ts'
import { changeRoomPages } from '../../live/room-pages.ts'
import { toastError, useAction } from '../../ui/ActionButton.tsx'

interface Props {
  session: { id: number; slug: string; guests: 0 | 1; guests_chat: 0 | 1 }
}

/** A host decides whether people can join this session without an account, and chat (D-152). */
export function GuestSwitches({ session }: Props) {
  const { id, slug, guests, guests_chat } = session
  const { run } = useAction(error => toastError(error, 'guests'))

  const choose = (chosen: { guests: 0 | 1; guests_chat: 0 | 1 }) =>
    void run(async () => {
      const now = await call(setGuests, { params: { event: slug }, body: chosen })
      changeRoomPages(id, page => ({
        ...page,
        challengeEvent: { ...page.challengeEvent, guests: now.guests, guests_chat: now.guests_chat }
      }))
    })

  return (
    <Stack gap="xs">
      <Switch
        label="Guests can join"
        description="They only type a name, and can log. You can remove them."
        checked={guests === 1}
        onChange={event => choose({ guests: event.currentTarget.checked ? 1 : 0, guests_chat })}
      />
      {guests === 1 && (
        <Switch
          label="Guests can chat"
          checked={guests_chat === 1}
          onChange={event => choose({ guests, guests_chat: event.currentTarget.checked ? 1 : 0 })}
        />
      )}
    </Stack>
  )
}
