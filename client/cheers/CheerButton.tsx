import { Button } from '@mantine/core'
import IconConfetti from '@tabler/icons-react/dist/esm/icons/IconConfetti.mjs'
import type { RecentLog } from '../../domain/cheers/api.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { useUser } from '../lib/user.ts'
import classes from './CheerButton.module.css'
import { toggleCheer } from './cheers.ts'

/** One press cheers, and another takes the cheer back. My own logs show only the number of cheers. */
export function CheerButton({ data, log, what }: { data: SessionData; log: RecentLog; what: string }) {
  const isMine = useUser()?.username === log.username
  const count = log.cheers === 1 ? '1 cheer' : `${log.cheers} cheers`
  if (isMine) {
    return log.cheers === 0 ? <span /> : <span className={classes.mine}>{count}</span>
  }
  return (
    <Button
      variant={log.cheered ? 'light' : 'default'}
      className={classes.button}
      aria-pressed={log.cheered === 1}
      aria-label={`Cheer for ${log.username}: ${what}${log.cheers > 0 ? `, ${count}` : ''}`}
      leftSection={<IconConfetti size={20} aria-hidden />}
      onClick={() => toggleCheer(data, log)}
    >
      {log.cheers > 0 ? log.cheers : 'Cheer'}
    </Button>
  )
}
