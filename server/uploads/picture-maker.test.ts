import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { NOT_MADE } from '../../domain/uploads/picture.ts'
import { testClock } from '../../testing/clock.ts'
import { countRows } from '../../testing/database/rows.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { createPictureMaker, WORKER } from './picture-maker.ts'
import { hasIdleClass } from './spare-time.ts'
import { uploadFolder } from './store.ts'

/** Called with the process as soon as it gets a picture to make. */
let onJob: (worker: ChildProcess) => void
let program = WORKER
let started = 0
/** Starts the real process, and calls `onJob` for each job. */
function startPictureWorker(): ChildProcess {
  const worker = fork(program, { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const send = worker.send.bind(worker)
  worker.send = (job: object) => {
    const isSent = send(job)
    onJob(worker)
    return isSent
  }
  started++
  return worker
}

let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld({}, { startPictureWorker })
  ada = await world.as('ada')
  // The first pass of the payment worker stores an event.
  await world.pass(60_000)
})
afterAll(() => world.close())
beforeEach(() => {
  onJob = () => {}
  program = WORKER
})

const send = async () => upload(ada, await photo(), { name: 'a.jpg' })
const files = () => readdir(uploadFolder(world.config), { recursive: true })

async function failsAndGoesOn(): Promise<void> {
  const before = [await countRows(world.db), await files()]
  const response = await send()
  expect([response.statusCode, response.json().error]).toEqual([503, { message: NOT_MADE }])
  expect(response.headers['retry-after']).toBe('2')
  expect([await countRows(world.db), await files()]).toEqual(before)
  const known = started
  onJob = () => {}
  program = WORKER
  expect((await send()).statusCode).toBe(200)
  expect(started).toBe(known + 1)
}

// The kernel sends SIGKILL when memory is used up, and Node sends SIGABRT when its own heap is.
test.each(['SIGKILL', 'SIGABRT', 'SIGSEGV'] as const)(
  'after %s kills the process, nothing is stored and the next picture gets a new process',
  { tags: 'D-120' },
  async signal => {
    await send()
    onJob = worker => worker.kill(signal)
    await failsAndGoesOn()
  }
)

test('a picture that takes longer than half a minute is given up', { tags: 'D-120' }, async () => {
  onJob = worker => {
    worker.kill('SIGSTOP')
    world.clock.advance(29_999)
    expect(worker.signalCode).toBeNull()
    world.clock.advance(1)
  }
  await failsAndGoesOn()
})

test('a picture is refused when the process cannot be started', async () => {
  await send()
  onJob = worker => worker.kill('SIGKILL')
  await send()
  program = new URL('./no-such-program.ts', import.meta.url)
  await failsAndGoesOn()
})

test.skipIf(process.platform !== 'linux')('a full disk does not count as a fault of the picture', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'))
  const source = join(folder, 'sent')
  await sharp(await photo())
    .gif()
    .toFile(source)
  const frames = await sharp([source, source], { join: { animated: true } })
    .gif()
    .toBuffer()
  await writeFile(source, frames)
  await symlink('/dev/full', join(folder, 'made.gif'))
  const worker = fork(WORKER, { execArgv: [], env: {} })
  worker.send({ source, sent: 'gif', folder, name: 'made' })
  const [outcome] = await once(worker, 'message')
  worker.disconnect()
  expect(outcome).toEqual({ fault: expect.stringContaining('No space left') })
  await rm(folder, { recursive: true })
})

/** The numbers of Linux for scheduling classes. */
const [USUAL_CLASS, IDLE_CLASS] = [0, 5]

/** The processes that make pictures for this one: their ids and scheduling classes. */
async function workers(): Promise<[pid: number, scheduled: number][]> {
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const all = await Promise.all(
    children.map(async pid => {
      const [command, state] = await Promise.all(
        ['cmdline', 'stat'].map(name => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => ''))
      )
      return { pid: Number(pid), isWorker: command?.includes('picture-worker'), fields: state?.split(' ') ?? [] }
    })
  )
  return all.filter(({ isWorker }) => isWorker).map(({ pid, fields }) => [pid, Number(fields[40])])
}

test.skipIf(!hasIdleClass())('making a picture leaves the processor to others, but only for two seconds', async () => {
  const before = new Set((await workers()).map(([pid]) => pid))
  const mine = async () => (await workers()).filter(([pid]) => !before.has(pid))
  const folder = await mkdtemp(join(tmpdir(), 'held-picture-'))
  const source = join(folder, 'sent')
  // Reading this file waits until someone writes to it.
  execFileSync('mkfifo', [source])
  const clock = testClock()
  const maker = createPictureMaker({ clock }, world.app.log)
  const made = maker.make({ source, sent: 'jpeg', folder, name: 'held' }).catch(error => error)
  const [[pid] = [0]] = await vi.waitFor(async () => {
    const found = await mine()
    expect(found.map(([, scheduled]) => scheduled)).toEqual([IDLE_CLASS])
    return found
  })
  clock.advance(1999)
  expect(await mine()).toEqual([[pid, IDLE_CLASS]])
  clock.advance(1)
  await vi.waitFor(async () => expect(await mine()).toEqual([[pid, USUAL_CLASS]]))
  process.kill(pid, 'SIGKILL')
  expect(await made).toMatchObject({ refusal: { kind: 'unavailable' } })
  maker.close()
  await rm(folder, { recursive: true })
})

test('/metrics counts pictures by result, their bytes and time, and the processes', async () => {
  const metrics = async () => {
    const { body } = await world.visitor.request({ url: '/metrics' })
    return (name: string) => Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.+)$`, 'm').exec(body)?.[1] ?? 0)
  }
  const [before, startedBefore] = [await metrics(), started]
  await upload(ada, 'no picture', { name: 'a.jpg' })
  for (const _ of [1, 2, 3]) await send()
  for (const _ of [1, 2]) {
    onJob = worker => worker.kill('SIGKILL')
    await send()
    onJob = () => {}
  }
  const after = await metrics()
  const grown = (name: string) => after(name) - before(name)
  expect(grown('hut_pictures_total{result="refused"}')).toBe(1)
  expect(grown('hut_pictures_total{result="failed"}')).toBe(2)
  expect(grown('hut_picture_worker_faults_total')).toBe(2)
  expect(grown('hut_pictures_total{result="kept"}')).toBe(3)
  expect(grown('hut_pictures_kept_bytes_total')).toBeGreaterThan(300)
  expect(grown('hut_pictures_duration_seconds_count')).toBe(6)
  expect(grown('hut_picture_worker_starts_total')).toBe(started - startedBefore)
})
