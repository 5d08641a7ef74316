import { existsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// One PostgreSQL for the run; each test file makes a database of its own from its template.
const postgres = './testing/database/postgres.ts'

const quickDrizzle = fileURLToPath(new URL('./server/lib/quick-drizzle.ts', import.meta.url))
const knownPasswords = fileURLToPath(new URL('./testing/known-passwords.ts', import.meta.url))

// These last longer than their size tells: they start programs, play long rooms, or try all calls. Vitest starts with the
// largest files when it knows no durations, and one of these at the end would keep a worker busy alone.
const LONG =
  /\/(audit-command|bad-addresses|bad-bodies|bad-fields|bad-plans|calls|crash|crash-journey|histories|identity|journey|killed|live-room|migrate|nodes|postgres|replica|simulation|soak|start|sweep|takeover|turns)\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted].sort((a, b) =>
      a.project.name === b.project.name ? Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)) : 0
    )
  }
}

// Tags are requirement ids; docs/spec lists them.
const strictTags = false

export default defineConfig({
  test: {
    // Vitest shuffles files only when it chooses their order itself.
    sequence: process.argv.some(word => word.startsWith('--sequence.shuffle')) ? {} : { sequencer: LongFirst },
    // Two leave two cores idle for a tenth of the time, while they wait for databases and programs. A third takes another
    // gigabyte.
    maxWorkers: totalmem() < 8e9 ? 2 : 3,
    retry: 0,
    projects: [
      { test: { name: 'domain', strictTags, isolate: false, include: ['domain/**/*.test.ts'], testTimeout: 5_000 } },
      { test: { name: 'docs', strictTags, include: ['docs/**/*.test.ts'], testTimeout: 5_000 } },
      {
        test: {
          name: 'server',
          strictTags,
          // Node runs these files as it runs the app: nothing of them needs Vite.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // With the memory that a run of all files takes in the end, there is less garbage to collect on the way.
          execArgv: [
            '--import',
            quickDrizzle,
            '--import',
            knownPasswords,
            '--max-semi-space-size=64',
            '--initial-heap-size=800'
          ],
          include: [
            'server/**/*.test.ts',
            'sandbox/**/*.test.ts',
            'testing/**/*.test.ts',
            'soak/**/*.test.ts',
            'fuzz/**/*.test.ts',
            'simulation/**/*.test.ts'
          ],
          // The app keeps no state in its modules, and loading it costs a second.
          isolate: false,
          globalSetup: existsSync(postgres) ? [postgres] : [],
          // For a run that hangs: on a busy machine a test takes ten times as long.
          testTimeout: 60_000,
          hookTimeout: 60_000
        }
      },
      {
        test: {
          name: 'client',
          strictTags,
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // As for the server: a fifth less of the processor.
          execArgv: ['--max-semi-space-size=64'],
          isolate: false,
          setupFiles: ['testing/page/fresh-file.ts', 'testing/page/no-editor.ts'],
          // Libraries whose state a file must not leave to the next; the others are loaded once a worker.
          server: { deps: { inline: [/@tanstack/] } },
          testTimeout: 60_000
        }
      }
    ]
  }
})
