import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runProgram } from '../../testing/servers/program.ts'
import { readArguments } from './command.ts'

const USAGE = { usage: 'npm run backup [-- FILE]', help: 'Writes a file.', takes: [0, 1] } as const

/** The commands of package.json and their programs. */
async function listCommands(): Promise<{ name: string; program: string }[]> {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return Object.entries<string>(scripts).flatMap(([name, script]) => {
    const program = /command\.mjs (\S+)$/.exec(script)?.[1]
    return program ? [{ name, program }] : []
  })
}

test('every command explains its use and refuses unknown arguments', async () => {
  const commands = await listCommands()
  expect(commands.length).toBeGreaterThanOrEqual(5)
  await Promise.all(
    commands.map(async ({ name, program }) => {
      // Help works even with a wrong setting.
      const help = await runProgram(program, { PORT: 'wrong' }, ['--help'])
      expect(help).toEqual({
        code: 0,
        printed: expect.stringMatching(new RegExp(`^Usage: npm run ${name}\\b.*\n\n.+`))
      })
      const refused = await runProgram(program, {}, ['one', 'two', 'three'])
      expect(refused.code).toBe(2)
      expect(refused.printed).toMatch(new RegExp(`^There is [^\n]+\\. Usage: npm run ${name}\\b[^\n]*\n$`))
    })
  )
})

test('in a release, the usage names its program instead of npm', async () => {
  const help = async (program: string) =>
    (await runProgram(program, { HUT_PROGRAM: './challenge-hut' }, ['--help'])).printed
  expect(await help('server/mail/mail-command.ts')).toMatch(/^Usage: .\/challenge-hut mail retry\n/)
  expect(await help('server/backup/backup-command.ts')).toMatch(
    /^Usage: .\/challenge-hut backup \[FILE\]\n[\s\S]*standard output: .\/challenge-hut backup -\n/
  )
})

test('unknown, extra and missing arguments are named together with the usage', () => {
  expect(readArguments(USAGE, [])).toEqual([])
  expect(readArguments(USAGE, ['-'])).toEqual(['-'])
  expect(readArguments(USAGE, ['hut.backup', '-h'])).toBeNull()
  const refusals: [string[], string][] = [
    [['--force'], 'There is no option --force'],
    [['-x', 'file'], 'There is no option -x'],
    [['one', 'two'], 'There is an argument too many: two']
  ]
  for (const [args, reason] of refusals) {
    expect(() => readArguments(USAGE, args)).toThrow(`${reason}. Usage: npm run backup [-- FILE]`)
  }
  expect(() => readArguments({ ...USAGE, takes: [1, 1] }, [])).toThrow('An argument is missing. Usage: ')
  expect(() => readArguments({ ...USAGE, words: ['retry'] }, ['again'])).toThrow('There is no argument again. Usage: ')
})
