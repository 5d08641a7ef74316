import { Button } from '@mantine/core'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import { memo } from 'react'
import classes from './SoundControl.module.css'
import { checkSound, pressSound, setVolume, useSound, useVolume } from './sound.ts'

const TEXT = { on: 'Sound on', off: 'Sound off', blocked: 'Press to turn sound on' }

interface Props {
  /** Offers a test sound, before the session starts. */
  isBefore?: boolean
  /** "bar" shows only an icon with one word on phones. */
  look?: 'line' | 'bar'
}

/** The sound switch, the volume, and a test sound before the start (TMR-12). */
export const SoundControl = memo(function SoundControl({ isBefore = false, look = 'line' }: Props) {
  const sound = useSound()
  const volume = useVolume()
  const Icon = sound === 'on' ? IconVolume : IconVolumeOff
  return (
    <fieldset
      className={classes.sound}
      aria-label="Sound"
      data-sound={sound}
      data-before={isBefore || undefined}
      data-look={look}
    >
      <Button
        variant={sound === 'blocked' ? 'light' : 'subtle'}
        className={classes.button}
        aria-label={TEXT[sound]}
        aria-pressed={sound === 'on'}
        leftSection={<Icon size={20} aria-hidden />}
        onClick={pressSound}
      >
        <span className={classes.whole}>{TEXT[sound]}</span>
        <span className={classes.word}>Sound</span>
      </Button>
      {sound === 'on' && (
        <input
          type="range"
          className={classes.volume}
          aria-label="Volume"
          min={0.1}
          max={1}
          step={0.1}
          value={volume}
          onChange={event => setVolume(Number(event.currentTarget.value))}
        />
      )}
      {isBefore && sound === 'on' && (
        <Button variant="subtle" className={classes.button} onClick={checkSound}>
          Check sound
        </Button>
      )}
    </fieldset>
  )
})
