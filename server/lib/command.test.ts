import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runProgram } from '../../testing/servers/program.ts'
import { readArguments } from './command.ts'

const USAGE = { usage: 'npm run backup [-- FILE]', help: 'Writes a file.', takes: [0, 1] } as const

/** The commands of package.json, with their programs. */
async function listCommands(): Promise<{ name: string; program: string }[]> {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return Object.entries<string>(scripts).flatMap(([name, script]) => {
    const program = /command\.mjs (\S+)$/.exec(script)?.[1]
    return program ? [{ name, program }] : []
  })
}

test('every command tells how it is used, and refuses what it does not know', async () => {
  const commands = await listCommands()
  expect(commands.length).toBeGreaterThanOrEqual(5)
  await Promise.all(
    commands.map(async ({ name, program }) => {
      // Not even a wrong setting is in the way of help.
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

test('an unknown option, a word too many and a missing one are named with the usage', () => {
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
