/**
 * A command as people type it where the product runs: `npm run restore -- FILE`, or `./challenge-hut restore FILE` in a
 * release, whose program sets `HUT_PROGRAM` (scripts/lib/release-parts.mjs).
 */
export function asTyped(command: string): string {
  const { HUT_PROGRAM: program } = process.env
  return program ? command.replace(/npm run (--silent )?/, `${program} `).replace('-- ', '') : command
}
