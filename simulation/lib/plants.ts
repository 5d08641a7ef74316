/**
 * Bugs that the simulation has to find. A planted bug replaces a text of one file of the product when that file is
 * loaded. The file itself does not change.
 */
import { registerHooks } from 'node:module'

interface Plant {
  /** What is wrong with it. */
  bug: string
  file: string
  from: string
  to: string
}

export const PLANTS: Record<string, Plant> = {
  'early-response': {
    bug: 'A write is acknowledged before its commit',
    file: 'server/db/database.ts',
    from: "const { command } = await client.query('commit')",
    to: "const { command } = { command: 'COMMIT' }; client.query('commit').catch(() => {})"
  },
  'early-event': {
    bug: 'An event is sent before its commit',
    file: 'server/sessions/rooms.ts',
    from: 'told.push(stored.events)',
    to: 'hub.tell(stored.events)'
  },
  'missing-lock': {
    bug: 'A room is read without its lock',
    file: 'server/progress/lock-rows.ts',
    from: ".where(eq(sessions.id, sql.placeholder('id')))\n    .for('update')",
    to: ".where(eq(sessions.id, sql.placeholder('id')))"
  },
  'extra-seat': {
    bug: 'A full session lets one more in',
    file: 'domain/sessions/people/join.ts',
    from: 'Math.max(0, session.participant_limit - session.participants_count)',
    to: 'Math.max(0, session.participant_limit - session.participants_count + 1)'
  },
  'double-charge': {
    bug: 'A use is taken from the balance twice',
    file: 'server/tokens/ledger-rows.ts',
    from: 'free = balances.free - uses.free',
    to: 'free = balances.free - 2 * uses.free'
  },
  'unknown-key': {
    bug: 'A repeated log is not recognised',
    file: 'server/logs/log-in-room.ts',
    from: 'findLogsByKeys(tx, keys)',
    to: 'findLogsByKeys(tx, [])'
  },
  'stale-cache': {
    bug: 'A node keeps the list of participants that it read first',
    file: 'server/sessions/page.ts',
    from: 'listParticipants(db, session.id),',
    to: '((db as any).kept ??= listParticipants(db, session.id)),'
  },
  'replay-off-by-one': {
    bug: 'A page that caught up counts as one event further',
    file: 'server/realtime/hub.ts',
    from: '      member.seq = seq\n      deliver(member, member.pending.splice(0))',
    to: '      member.seq = seq + 1\n      deliver(member, member.pending.splice(0))'
  },
  'late-join': {
    bug: 'Events between the read and the entry of a page are lost',
    file: 'server/realtime/hub.ts',
    from: '      member.pending.push(packet)',
    to: ''
  },
  'lost-wake-up': {
    bug: 'A node that was off the bus does not look for what it missed',
    file: 'server/realtime/shared-bus.ts',
    from: 'for (const doubter of doubters) doubter(wasAway)',
    to: 'void wasAway'
  },
  'page-skips': {
    bug: 'A page accepts an event after a gap',
    file: 'client/lib/socket/live-room.ts',
    from: 'else if (message.seq === last + 1) {',
    to: 'else if (message.seq > last) {'
  },
  'outbox-gives-up': {
    bug: 'The outbox drops an item when no response comes',
    file: 'client/outbox/create-outbox.ts',
    from: 'if (!isRefused(error, item.tries)) {',
    to: 'if (!isRefused(error, item.tries)) {\n      remove(item)\n      return true'
  },
  'clock-keeps-worst': {
    bug: 'The clock trusts the slowest response',
    file: 'client/lib/dates/server-clock.ts',
    from: 'best.roundTrip <= one.roundTrip',
    to: 'best.roundTrip >= one.roundTrip'
  },
  'ghost-presence': {
    bug: 'A person who closed the page stays in the list of people here',
    file: 'server/realtime/hub.ts',
    from: '      if (left.members.size === 0) close(left)\n      presence.changed(room)',
    to: '      if (left.members.size === 0) close(left)'
  },
  'free-for-all': {
    bug: 'A place that somebody leaves is not offered to those who wait',
    file: 'server/sessions/queries.ts',
    from: ' > 0 then ',
    to: ' > 1000 then '
  },
  'offered-place': {
    bug: 'A person without an offer gets the place that is offered to another one',
    file: 'server/sessions/people/membership.ts',
    from: 'const held = session.held_places - comers.filter(hasOffer).length',
    to: 'const held = 0'
  },
  'front-of-the-line': {
    bug: 'A person who begins to wait is first in line',
    file: 'server/sessions/people/waitlist-rows.ts',
    from: 'coalesce(max(rank), 0) + 1',
    to: 'coalesce(min(rank), 0) - 1'
  },
  'unpaid-start': {
    bug: 'A date begins, and its regulars do not pay',
    file: 'server/sessions/rooms.ts',
    from: 'session.status === SessionStatus.NotStarted && state.status !== SessionStatus.NotStarted',
    to: 'session.status === state.status'
  },
  'absent-pays': {
    bug: 'A regular who declined a date pays for it',
    file: 'server/sessions/people/owed-rows.ts',
    from: 'p.owes and p.left_at is null',
    to: 'p.owes'
  },
  'pays-again': {
    bug: 'A person who comes back pays again',
    file: 'server/sessions/people/membership.ts',
    from: 'session.is_free || (before !== undefined && !owes)',
    to: 'session.is_free'
  },
  'two-of-a-guest': {
    bug: 'A guest who registers gets a second account',
    file: 'server/accounts/registration.ts',
    from: 'await (guest === null',
    to: 'await (guest === null || guest > 0'
  },
  'guest-loses-places': {
    bug: 'A guest who registers loses their places',
    file: 'server/accounts/queries.ts',
    from: '  const { username } = user\n',
    to: `  const { username } = user
  await tx.execute('update participants set left_at = now() where user_id = ' + id)
`
  },
  'lost-commit': {
    bug: 'A commit that the database never got counts as done',
    file: 'server/db/database.ts',
    from: "await client.query('commit')",
    to: "await client.query('commit').catch(() => ({ command: 'COMMIT' }))"
  },
  'unseen-join': {
    bug: 'A join without a response is not shown to its person (found by the simulation)',
    file: 'client/live/apply-event.ts',
    from: 'username === null ||',
    to: 'username !== undefined ||'
  }
}

/** Plants a bug in the product's code that is loaded from now on. */
export function plant(name: string): void {
  const { file, from, to } = plantOf(name)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.split('?')[0]?.endsWith(`/${file}`)) return loaded
      const source = String(loaded.source)
      if (!source.includes(from)) throw new Error(`${file} has no place for the bug ${name}`)
      return { ...loaded, source: source.replace(from, to) }
    }
  })
}

export function plantOf(name: string): Plant {
  const found = PLANTS[name]
  if (!found) throw new Error(`There is no bug ${name}: choose one of ${Object.keys(PLANTS).join(', ')}.`)
  return found
}
