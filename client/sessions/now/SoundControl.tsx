import { Button } from '@mantine/core'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import classes from './SoundControl.module.css'
import { checkSound, pressSound, setVolume, useSound, useVolume } from './sound.ts'

const TEXT = { on: 'Sound on', off: 'Sound off', blocked: 'Tap to turn sound on' }

/** One switch, the volume, and before the start a sound to check both by (TMR-12). */
export function SoundControl({ isBefore }: { isBefore: boolean }) {
  const sound = useSound()
  const volume = useVolume()
  const Icon = sound === 'on' ? IconVolume : IconVolumeOff
  return (
    <fieldset className={classes.sound} aria-label="Sound" data-sound={sound} data-before={isBefore || undefined}>
      <Button
        variant={sound === 'blocked' ? 'light' : 'subtle'}
        className={classes.button}
        aria-pressed={sound === 'on'}
        leftSection={<Icon size={20} aria-hidden />}
        onClick={pressSound}
      >
        {TEXT[sound]}
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
}
