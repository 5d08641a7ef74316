import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { QUICK, runProgram } from '../testing/servers/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** Starting the whole program takes a second on a busy machine. */
const START = { timeout: 240_000 }

async function start(settings: Record<string, string>) {
  const DATA_DIR = join(await temporaryFolder(), 'data')
  const { code, printed } = await runProgram('server/main.ts', {
    DATA_DIR,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...settings
  })
  return { code, printed, DATA_DIR }
}

test('a busy port is reported before anything is created', START, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const { code, printed, DATA_DIR } = await start({ PORT: String(port) })
  expect([code, printed]).toEqual([
    1,
    `Wrong setting: PORT: another program already listens on 127.0.0.1:${port}; stop it, or choose another port\n`
  ])
  await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT')
})

test('an address of another machine is reported before anything is created', START, async () => {
  for (const HOST of ['nonsense.invalid', '192.0.2.1']) {
    const { code, printed, DATA_DIR } = await start({ HOST })
    expect(code).toBe(1)
    expect(printed).toMatch(
      new RegExp(`^Wrong setting: HOST: ${HOST} is not an address of this machine \\(\\w+\\)\\n$`)
    )
    await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT')
  }
})

test('an unusable data folder is reported', START, async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const DATA_DIR of [file, join(file, 'below')]) {
    expect(await start({ DATA_DIR })).toMatchObject({
      code: 1,
      printed: `Wrong setting: DATA_DIR: ${DATA_DIR} is not a folder\n`
    })
  }
  const inside = await temporaryFolder()
  await writeFile(join(inside, 'postgres'), 'a file')
  expect((await start({ DATA_DIR: inside })).printed).toBe(
    `Wrong setting: DATA_DIR: ${inside}/postgres is not a folder\n`
  )
  // Even root cannot write there.
  expect((await start({ DATA_DIR: '/sys/hut' })).printed).toMatch(/^Wrong setting: DATA_DIR: \/sys\/hut [^\n]*\n$/)
})

test('an unreachable database is reported', START, async () => {
  expect(await start({ DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/hut' })).toMatchObject({
    code: 1,
    printed: 'Wrong setting: DATABASE_URL: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n'
  })
})

test('libraries that many huts never use are loaded with their first use', START, async () => {
  const late = ['ioredis', 'nodemailer', 'oidc-provider', 'web-push', '@simplewebauthn/server']
  const code = `
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve(name, context, next) {
        if (${JSON.stringify(late)}.includes(name)) console.log(context.parentURL, 'loads', name)
        return next(name, context)
      }
    })
    await import(${JSON.stringify(new URL('serve.ts', import.meta.url))})
    process.exit()
  `
  const { stdout } = await promisify(execFile)(process.execPath, [...QUICK, '--input-type=module', '-e', code])
  expect(stdout).toBe('')
})
