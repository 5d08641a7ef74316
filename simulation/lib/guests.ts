/** Strangers who open the link and join by name. Some register, from two tabs at once (D-152). */
import { getUser, login, register } from '../../domain/accounts/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { joinAsGuest } from '../../domain/sessions/api.ts'
import { PASSWORD } from '../../testing/names.ts'
import type { Browser, Person } from './browser.ts'
import type { Scheduler } from './scheduler.ts'
import type { Template } from './template.ts'

const LONGEST_PAUSE = 4000

interface Me {
  id: number
  username: string
}

/**
 * A stranger tries to join until `until`, each time with the same key, and registers some time later.
 * @param entered runs once they are in
 */
export function visit(
  scheduler: Scheduler,
  guest: Browser,
  name: string,
  { room, series }: Template,
  until: number,
  entered: () => void
): void {
  const { actor } = guest
  const later = (label: string, run: () => unknown): void =>
    void scheduler.offer(
      `guest ${actor.name}`,
      actor,
      scheduler.between(0, LONGEST_PAUSE),
      `${actor.name} ${label}`,
      () => {
        if (scheduler.now <= until) run()
      }
    )
  const key = crypto.randomUUID()
  later('comes', enter)

  async function enter(): Promise<void> {
    const event = scheduler.any([room.slug, room.slug, ...series.dates])
    const joined = (await guest.call('POST', fillPath(joinAsGuest.path, { event }), { name }, key)) as {
      user: Me
    } | null
    if (!joined) return later('comes again', enter)
    guest.becomes(joined.user)
    guest.open()
    entered()
    later('thinks about it', () => later('registers', () => guest.busy(() => registerAs(scheduler, guest, name))))
  }
}

/** Whatever is lost on the way, the person ends up signed in, as a guest or with their account. */
async function registerAs(scheduler: Scheduler, guest: Browser, name: string): Promise<void> {
  const account = { email: `${name}@example.org`, password: PASSWORD }
  const wish = { ...account, username: name, password_confirmation: PASSWORD }
  const tabs = scheduler.any([['a'], ['a', 'b']])
  await Promise.all(tabs.map(tab => guest.call('POST', register.path, { ...wish, client_uuid: `${name}-${tab}` })))
  for (let me: Me | null = null; !me; ) {
    me = (await guest.call('GET', getUser.path)) as Me | null
    // The first press has ended the login of the guest, and its response got lost.
    if (!me) await guest.call('POST', login.path, { ...account, client_uuid: name })
    else guest.becomes(me satisfies Partial<Person>)
  }
  guest.open()
}
