/** The sound of a browser in tests: what was scheduled on its clock, and what has sounded. */

export interface FakeTone {
  pitch: number
  /** In ms, on the clock of `audio`. */
  at: number
  audio: FakeAudio
}

/** All audio that was opened since the last `forget`. */
export const sound = {
  /** The tones that are scheduled or have sounded. */
  planned: [] as FakeTone[],
  /** How many tones were scheduled, also those that were cancelled later. */
  scheduled: 0,
  gains: [] as number[],
  open: [] as FakeAudio[],
  /** True to behave like a browser that still waits for a press. */
  refuses: false,
  forget() {
    Object.assign(sound, { planned: [], scheduled: 0, gains: [], open: [], refuses: false })
  },
  /** Moves the time on while the audio's clock stands still, as on a device that sleeps. */
  sleep(ms: number, setTime: (now: number) => void) {
    for (const audio of sound.open) audio.slept += ms
    setTime(Date.now() + ms)
  }
}

export class FakeAudio {
  opened = Date.now()
  /** For how many ms its clock stood still. */
  slept = 0
  destination = {}
  state = sound.refuses ? 'suspended' : 'running'
  onstatechange: (() => void) | null = null
  constructor() {
    sound.open.push(this)
  }
  get ms() {
    return Date.now() - this.opened - this.slept
  }
  get currentTime() {
    return this.ms / 1000
  }
  createOscillator() {
    const tone: FakeTone = { pitch: 0, at: 0, audio: this }
    const frequency = {
      set value(pitch: number) {
        tone.pitch = pitch
      }
    }
    const start = (at: number) => {
      tone.at = Math.round(at * 1000)
      sound.planned = [...sound.planned, tone]
      sound.scheduled++
    }
    const stop = (at?: number) => {
      if (at === undefined) sound.planned = sound.planned.filter(one => one !== tone)
    }
    return { frequency, connect: (to: unknown) => to, start, stop }
  }
  createGain() {
    const setValueAtTime = (value: number) => void sound.gains.push(value)
    return { gain: { setValueAtTime, exponentialRampToValueAtTime: () => {} }, connect: (to: unknown) => to }
  }
  resume = async () => {
    if (!sound.refuses) this.become('running')
  }
  become(state: string) {
    this.state = state
    this.onstatechange?.()
  }
  close = async () => {
    sound.planned = sound.planned.filter(({ at }) => at <= this.ms)
    sound.open = sound.open.filter(one => one !== this)
  }
}
