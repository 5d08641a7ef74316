import { Button } from '@mantine/core'
import IconConfetti from '@tabler/icons-react/dist/esm/icons/IconConfetti.mjs'
import { plural } from '../../domain/lib/duration.ts'
import { useUser } from '../lib/user.ts'
import classes from './CheerButton.module.css'
import { useSpokenName } from './people/guest-name.ts'

interface Props {
  /** The person who gets the cheer. */
  username: string
  cheers: number
  cheered: 0 | 1
  /** What it is for. */
  what: string
  onPress: () => void
}

/** One press cheers, and another takes the cheer back. My own things show only the number of cheers. */
export function CheerButton({ username, cheers, cheered, what, onPress }: Props) {
  const isMine = useUser()?.username === username
  const name = useSpokenName(username)
  const count = plural(cheers, 'cheer')
  if (isMine) return cheers === 0 ? <span /> : <span className={classes.mine}>{count}</span>
  return (
    <Button
      variant={cheered ? 'light' : 'default'}
      className={classes.button}
      aria-pressed={cheered === 1}
      aria-label={`Cheer for ${name}: ${what}${cheers > 0 ? `, ${count}` : ''}`}
      leftSection={<IconConfetti size={20} aria-hidden />}
      onClick={onPress}
    >
      {cheers > 0 ? cheers : 'Cheer'}
    </Button>
  )
}
