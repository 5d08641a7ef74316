import { chmod, chown, cp, mkdir, readdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { binariesIn, findBinaries } from './binaries.ts'
import { chooseIdentity } from './identity.ts'
import { startPostgres } from './postgres.ts'

let home: string
let folder: string
beforeEach(async () => {
  home = await temporaryFolder()
  folder = join(home, 'data', 'postgres')
  expect((await stat(home)).mode & 0o777).toBe(0o700)
})

async function serves(): Promise<void> {
  const postgres = await startPostgres({ folder })
  const client = new Client(postgres.connection)
  await client.connect()
  await client.query('select 1')
  await client.end()
  await postgres.stop()
}

/** From now on only these programs can be found. */
async function onlyTools(...tools: string[]): Promise<void> {
  const path = await temporaryFolder()
  for (const tool of tools) await symlink(`/usr/bin/${tool}`, join(path, tool))
  vi.stubEnv('PATH', path)
  onTestFinished(() => void vi.unstubAllEnvs())
}

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('PostgreSQL runs in a namespace in a private home, or as the user nobody without namespaces', async () => {
    await serves()
    expect((await stat(folder)).uid).toBe(0)
    await onlyTools('setpriv')
    await serves()
    expect((await stat(folder)).uid).toBe(65534)
    // With namespaces available again, the folder keeps its new owner.
    vi.unstubAllEnvs()
    await serves()
    expect((await stat(folder)).uid).toBe(65534)
  })

  test('PostgreSQL prefers the owner of the parent folder to the user nobody', async () => {
    await mkdir(join(home, 'data'))
    await chown(join(home, 'data'), 1, 1)
    await onlyTools('setpriv')
    await serves()
    expect((await stat(folder)).uid).toBe(1)
  })

  test('without any tool PostgreSQL runs as the user nobody in folders that this user can reach', async () => {
    await chmod(home, 0o755)
    await onlyTools()
    await serves()
    expect((await stat(folder)).uid).toBe(65534)
  })

  test('programs in a private home are copied next to the data', async () => {
    const hidden = await temporaryFolder()
    await cp((await findBinaries()).folder, hidden, { recursive: true, verbatimSymlinks: true })
    await chmod(home, 0o755)
    await mkdir(join(home, 'data'))
    await onlyTools()
    const { binaries } = await chooseIdentity(binariesIn(hidden), folder)
    expect(binaries.folder).toBe(`${folder}-programs`)
  })

  test('when no way works, one line says what to do', async () => {
    await onlyTools()
    await expect(startPostgres({ folder })).rejects.toThrow(/^PostgreSQL refuses to run as root.*DATABASE_URL\.$/)
    expect(await readdir(join(home, 'data'))).toEqual([])
  })
})
