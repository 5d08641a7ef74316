import { Button } from '@mantine/core'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import type { Session } from '../../../domain/sessions/api.ts'
import { askToRegister } from '../../accounts/guest.ts'
import { canRegister } from '../../accounts/sign-in.ts'
import { useUser } from '../../lib/user.ts'
import { reloadRoomPages } from '../../live/room-pages.ts'
import type { Done } from './done.ts'
import classes from './Finish.module.css'
import { keepText } from './keep-text.ts'

/** Asks a guest to register, and so to keep what they did (D-152). */
export function Keep({ session, done }: { session: Session; done: readonly Done[] }) {
  const user = useUser()
  if (user?.guest_name == null || !canRegister()) return null
  return (
    <div className={classes.keep}>
      <p>
        <strong>{keepText(done)}</strong>
        <span>Register, and what you did here is yours. Without it, we delete it in 30 days.</span>
      </p>
      <Button
        size="lg"
        leftSection={<IconBookmark size={20} aria-hidden />}
        onClick={() => askToRegister(() => void reloadRoomPages(session.id).catch(() => {}))}
      >
        Register
      </Button>
    </div>
  )
}
