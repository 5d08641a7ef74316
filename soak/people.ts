/**
 * The actions of people. Each person has their own random numbers, so a seed repeats their actions and order. The room
 * of an action depends on the rooms that exist by then.
 */
import { randomUUID } from 'node:crypto'
import { register } from '../domain/accounts/api.ts'
import { sendMessage } from '../domain/chat/api.ts'
import { completeGoal, newGoal, storeGoal } from '../domain/goals/api.ts'
import { storeQuickLog } from '../domain/logs/api.ts'
import { startLog, stopLog, stopSessionLog } from '../domain/logs/timer-api.ts'
import { storeNote } from '../domain/notes/api.ts'
import { storeSessionPost } from '../domain/posts/api.ts'
import { saveDraft } from '../domain/publishing/draft-api.ts'
import { storeItem, updateItem } from '../domain/publishing/item-api.ts'
import { saveTaskListProgress } from '../domain/session-goals/api.ts'
import {
  endSession,
  extendSession,
  joinSession,
  leaveSession,
  pauseSession,
  resumeSession,
  type SessionData,
  startSession,
  startTaskLog,
  storeSessionQuickLog
} from '../domain/sessions/api.ts'
import { storeSession } from '../domain/sessions/builder-api.ts'
import { PASSWORD } from '../testing/names.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../testing/plans.ts'
import type { Caller } from './lib/caller.ts'
import type { Tab } from './lib/tab.ts'

export interface Room {
  id: number
  slug: string
  /** The goal with an amount, the checklist and its items. */
  steps: string
  list: string
  items: string[]
  host: string
  /** The time from which an end of the session is expected. */
  ends: number
  isPaused: boolean
}

export interface Person extends Caller {
  random: () => number
}

export interface Scene {
  /** The rooms, the newest last. */
  rooms: Room[]
  /** Published pages. */
  published: string[]
  isOver: () => boolean
  /** Waits until the person's next action. */
  think: (person: Person) => Promise<void>
  openTab: (person: Person, room: number, since: number) => Tab
  /** Expects this at the end, instead of an earlier expectation for the same thing. */
  expect: (thing: string, check: () => Promise<string | null>) => void
  /** The value in the first row at the end. */
  ask: (sql: string, values: unknown[]) => Promise<unknown>
  picture: Buffer
}

type Life = (scene: Scene, me: Person) => Promise<void>

/** Picks one. An element that is listed twice is twice as likely. */
function pick<Choice>({ random }: Person, choices: readonly Choice[]): Choice {
  return choices[Math.floor(random() * choices.length)] as Choice
}

async function times(scene: Scene, me: Person, most: number, act: () => Promise<unknown>): Promise<void> {
  const count = 1 + Math.floor(me.random() * most)
  for (let nth = 0; nth < count && !scene.isOver(); nth++) {
    await act()
    await scene.think(me)
  }
}

const isOverBy = (room: Room) => () => Date.now() >= room.ends

/** Reads public pages and watches rooms. */
export const visit: Life = async (scene, me) => {
  const room = scene.rooms.length > 0 ? pick(me, scene.rooms) : null
  const page = scene.published.length > 0 ? pick(me, scene.published) : '/about'
  const act = pick(me, ['home', 'home', 'lists', 'lists', 'room', 'room', 'page', 'page', 'register'])
  if (act === 'home') {
    await me.open('/')
    await me.read('/api/')
  } else if (act === 'lists')
    await me.read(pick(me, ['/api/events', '/api/activities', '/api/groups', '/api/events?page=2']))
  else if (act === 'page') await me.open(page)
  else if (act === 'register' && me.random() < 0.2) {
    const username = `soak-${Math.floor(me.random() * 1e12).toString(36)}`
    const again = { password: PASSWORD, password_confirmation: PASSWORD, client_uuid: `browser of ${username}` }
    await me.write(register, { body: { email: `${username}@example.org`, username, ...again } })
  } else if (room) {
    await me.open(`/sessions/${room.slug}`)
    await inRoom(scene, me, room, async () => {
      await times(scene, me, 4, () => me.read(`/api/sessions/${room.slug}${pick(me, ROOM_PAGES)}`))
    })
  }
}

const ROOM_PAGES = ['', '/chat', '/goals', '/hut', '/logs', '/member-goals']

/** Keeps the page of a room open during the work. */
async function inRoom(scene: Scene, me: Person, room: Room, act: () => Promise<void>): Promise<void> {
  const page = (await me.read(`/api/sessions/${room.slug}`)) as { serverData: SessionData } | null
  if (!page) return
  const tab = scene.openTab(me, room.id, page.serverData.challengeEvent.seq)
  await act()
  tab.close()
}

/** Joins a room, acts like a member, and leaves or stays. */
export const takePart: Life = async (scene, me) => {
  const open = scene.rooms.filter(room => !isOverBy(room)())
  if (open.length === 0) return void (await me.read('/api/'))
  const room = pick(me, open)
  await inRoom(scene, me, room, async () => {
    const params = { event: room.slug }
    const mayBeOver = isOverBy(room)
    if (!(await me.write(joinSession, { params, body: {}, mayBeOver }))) return
    await times(scene, me, 12, () => actInRoom(scene, me, room))
    if (me.random() < 0.7) await me.write(leaveSession, { params, body: {}, mayBeOver })
  })
}

async function actInRoom(scene: Scene, me: Person, room: Room): Promise<void> {
  const params = { event: room.slug }
  const mayBeOver = () => isOverBy(room)() || room.isPaused
  switch (pick(me, ['log', 'log', 'log', 'tick', 'say', 'say', 'post', 'timer', 'read', 'read'])) {
    case 'log':
      await me.write(storeSessionQuickLog, {
        params,
        body: { task_uuid: room.steps, amount: 1 + Math.floor(me.random() * 5) },
        makes: ['logs', ({ log }) => log.id],
        mayBeOver
      })
      break
    case 'tick': {
      const items = room.items.filter(() => me.random() < 0.5)
      const body = { goal_id: room.list, challenge_event_id: room.id, items }
      const done = await me.write(saveTaskListProgress, { body, mayBeOver })
      if (done) scene.expect(`ticks of ${me.id} in ${room.id}`, () => ticksAre(scene, me, room, items))
      break
    }
    case 'say':
      await say(me, room)
      break
    case 'post':
      await me.write(storeSessionPost, {
        params,
        body: { item: { content: `<p>A thought: ${randomUUID()}</p>` } },
        makes: ['posts', post => post.id],
        mayBeOver
      })
      break
    case 'timer': {
      const started = await me.write(startTaskLog, {
        params: { ...params, uuid: room.steps },
        body: { duration: 600 },
        makes: ['logs', ({ log }) => log.id],
        mayBeOver
      })
      await scene.think(me)
      if (started) await me.write(stopSessionLog, { params: { log: String(started.id) }, body: {}, mayBeOver })
      break
    }
    case 'read':
      await me.read(`/api/sessions/${room.slug}${pick(me, ROOM_PAGES)}`)
  }
}

async function say(me: Person, room: Room): Promise<void> {
  await me.write(sendMessage, {
    body: { content: `Hello ${randomUUID()}`, messageable_type: 'challenge_event', messageable_id: room.id },
    makes: ['messages', ({ message }) => message.id],
    mayBeOver: isOverBy(room)
  })
}

async function ticksAre(scene: Scene, me: Person, room: Room, items: string[]): Promise<string | null> {
  const stored = await scene.ask(
    'select list_progress from participant_totals where session_id = $1 and user_id = $2 and task_uuid = $3',
    [room.id, me.id, room.list]
  )
  const ticked = (stored ?? []) as string[]
  const isSame = ticked.length === items.length && items.every(item => ticked.includes(item))
  return isSame
    ? null
    : `${items.length} ticks of ${me.username} in room ${room.id} were acknowledged, not ${ticked.length}`
}

/** The least duration of a session in seconds. */
const SHORTEST = 300
/** A session that the server ends by itself ends within this time, in ms, even if the responsible node was killed. */
const LATEST_END = 60_000

/** Creates a session, hosts it, and ends it or lets it end by itself. */
export const host: Life = async (scene, me) => {
  const startsByHand = me.random() < 0.6
  const steps = taskOf({ title: 'Steps', amount: 1000, quick_log_buttons: [{ uuid: randomUUID(), amount: 1 }] })
  const items = Array.from({ length: 5 }, (_, nth) => ({ uuid: randomUUID(), title: `Item ${nth + 1}` }))
  const list = taskOf({ title: 'To do', amount: null, is_list: 1, list: items })
  const parts = Array.from({ length: 6 }, (_, nth) => partOf({ title: `Part ${nth + 1}`, duration: 10 }))
  const from = Date.now() + 4000
  const made = await me.write(storeSession, {
    body: {
      challenge: {
        title: `A session of ${me.username}`,
        tasks: [taskGroupOf([steps, list])],
        parts: [partGroupOf(parts)],
        duration: SHORTEST,
        ...(startsByHand ? { is_manually_started: 1 } : { started_at: new Date(from).toISOString() })
      }
    },
    makes: ['sessions', ({ event }) => event.id]
  })
  if (!made) return
  const { id, slug } = made.event
  const room: Room = {
    id,
    slug,
    steps: steps.uuid,
    list: list.uuid,
    items: items.map(({ uuid }) => uuid),
    host: me.username ?? '',
    ends: Number.POSITIVE_INFINITY,
    isPaused: false
  }
  const params = { event: slug }
  await inRoom(scene, me, room, async () => {
    await scene.think(me)
    if (startsByHand) await me.write(startSession, { params, body: {} })
    else while (Date.now() < from + 1000) await scene.think(me)
    // The session may end by itself.
    room.ends = Date.now() + (SHORTEST - 5) * 1000
    scene.rooms.push(room)
    if (scene.rooms.length > 10) scene.rooms.shift()
    await times(scene, me, 12, async () => {
      if (!isOverBy(room)()) await lead(scene, me, room)
    })
    let due = Number.POSITIVE_INFINITY
    if (me.random() < 0.8) {
      room.ends = Math.min(room.ends, Date.now())
      due = (await me.write(endSession, { params, body: {} })) ? Date.now() : due
    } else {
      const page = (await me.read(`/api/sessions/${slug}`)) as { serverData: SessionData } | null
      const end = page?.serverData.challengeEvent.ended_at
      if (end) due = Date.parse(end) + LATEST_END
    }
    const status = () => scene.ask('select status from sessions where id = $1', [id])
    scene.expect(`the end of ${id}`, async () =>
      Date.now() < due || (await status()) === 2 ? null : `room ${id} has not ended`
    )
    await times(scene, me, 2, () => me.read(`/api/sessions/${slug}${pick(me, ['', '/over-time', '/logs'])}`))
  })
}

async function lead(scene: Scene, me: Person, room: Room): Promise<void> {
  const params = { event: room.slug }
  const mayBeOver = isOverBy(room)
  switch (pick(me, ['say', 'pause', 'more time', 'act', 'act', 'act'])) {
    case 'say':
      return say(me, room)
    case 'pause': {
      room.isPaused = true
      await me.write(pauseSession, { params, body: {}, mayBeOver })
      await scene.think(me)
      await me.write(resumeSession, { params, body: {}, mayBeOver })
      room.isPaused = false
      break
    }
    case 'more time':
      await me.write(extendSession, { params, body: { minutes: 1 }, mayBeOver })
      break
    case 'act':
      await actInRoom(scene, me, room)
  }
}

/** Works on their own goals. */
export const keepDiary: Life = async (scene, me) => {
  await me.read(pick(me, ['/api/my/today', '/api/my/goals']))
  const tasks = [{ ...newGoal(randomUUID()), title: 'Walk', amount: 50, unit: 'steps' }]
  const made = await me.write(storeGoal, {
    body: { challenge: { tasks } },
    makes: ['goals', ({ goal }) => goal.id]
  })
  if (!made) return
  const { id } = made.goal
  await times(scene, me, 8, async () => {
    switch (pick(me, ['log', 'log', 'timer', 'note', 'goal', 'pages'])) {
      case 'log':
        await me.write(storeQuickLog, { body: { goal_id: id, amount: 1 }, makes: ['logs', ({ log }) => log.id] })
        break
      case 'timer':
        await runTimer(scene, me, id)
        break
      case 'note':
        await me.write(storeNote, { body: { content: 'It went well.' }, makes: ['notes', note => note.id] })
        break
      case 'goal':
        await me.read(`/api/my/goals/${id}`)
        break
      case 'pages':
        await me.read(pick(me, ['/api/my/logs', '/api/my/days', '/api/my/goals', '/api/my/notes', '/api/my/timers']))
    }
  })
  if (me.random() < 0.8) {
    const done = await me.write(completeGoal, { params: { goal: String(id) } })
    const status = () => scene.ask('select status from goals where id = $1', [id])
    if (done) scene.expect(`goal ${id}`, async () => ((await status()) === 2 ? null : `goal ${id} is not completed`))
  }
}

async function runTimer(scene: Scene, me: Person, goal: number): Promise<void> {
  const started = await me.write(storeQuickLog, {
    body: { goal_id: goal, duration: 300 },
    makes: ['logs', ({ log }) => log.id]
  })
  if (!started) return
  const params = { log: String(started.log.id) }
  await scene.think(me)
  await me.write(stopLog, { params, body: { status: 3 } })
  await scene.think(me)
  await me.write(startLog, { params, body: {} })
  await me.write(stopLog, { params, body: {} })
}

/** Publishes texts with pictures. */
export const publish: Life = async (scene, me) => {
  const url = me.random() < 0.5 ? await me.upload(scene.picture) : null
  const picture = url ? `<figure class="image"><img src="${url}" alt="A picture"></figure>` : ''
  const made = await me.write(storeItem, {
    body: { title: `A page of ${me.username}`, content: `<p>First</p>${picture}` },
    makes: ['items', ({ item }) => item.id]
  })
  if (!made) return
  const { item } = made
  scene.published.push(item.path)
  if (scene.published.length > 30) scene.published.shift()
  if (url) {
    scene.expect(`picture ${url}`, async () => ((await me.open(url)) ? null : `${url} is not there`))
  }
  let saves = 0
  let revision = item.revision
  await times(scene, me, 4, async () => {
    const content = `<p>${randomUUID()}</p>${picture}`
    const draft = { title: item.title, content, revision, saves }
    const kept = await me.write(saveDraft, { params: { item: String(item.id) }, body: draft })
    if (kept) saves = kept.saves
    await scene.think(me)
    const saved = await me.write(updateItem, { params: { item: String(item.id) }, body: { itemData: { content } } })
    if (!saved) return
    revision = saved.item.revision
    saves = 0
    const stored = () => scene.ask('select content from items where id = $1', [item.id])
    const text = saved.item.content
    scene.expect(`item ${item.id}`, async () => ((await stored()) === text ? null : `item ${item.id} is an older one`))
    await me.open(item.path)
  })
}
