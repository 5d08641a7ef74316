import { Button } from '@mantine/core'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import type { Session } from '../../../domain/sessions/api.ts'
import { useCommand } from '../use-command.ts'
import classes from './HostClock.module.css'
import { extend, pauseAll } from './hosting.ts'

/** The host's clock of the whole session, under the ring (D-94). */
export function HostClock({ session, isPaused }: { session: Session; isPaused: boolean }) {
  const { busy, failure, run } = useCommand<'pause' | `${1 | 5}`>()
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <fieldset className={classes.clock} aria-label="Clock of the session">
      <Button
        variant={isPaused ? 'filled' : 'default'}
        loading={busy === 'pause'}
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => void run('pause', () => pauseAll(session, isPaused))}
      >
        {isPaused ? 'Resume all' : 'Pause all'}
      </Button>
      {([1, 5] as const).map(minutes => (
        <Button
          key={minutes}
          variant="default"
          loading={busy === `${minutes}`}
          aria-label={minutes === 1 ? '1 minute more' : `${minutes} minutes more`}
          onClick={() => void run(`${minutes}`, () => extend(session, minutes))}
        >
          +{minutes} min
        </Button>
      ))}
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
    </fieldset>
  )
}
