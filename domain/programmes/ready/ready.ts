/** The programmes that come with the product. They are part of the code, so that each installation has the same ones. */
import type { ReadyProgramme } from '../programme.ts'
import { couchTo5k } from './couch-to-5k.ts'
import { lessSugar } from './less-sugar.ts'
import { reading } from './reading.ts'
import { strengthBasis } from './strength-basis.ts'
import { thesis } from './thesis.ts'
import { yoga } from './yoga.ts'

export const READY: readonly ReadyProgramme[] = [couchTo5k, strengthBasis, yoga, reading, thesis, lessSugar]

/** Returns the programme with this slug; null when none comes with the product. */
export function findReady(slug: string): ReadyProgramme | null {
  return READY.find(one => one.slug === slug) ?? null
}
