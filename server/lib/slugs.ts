import { randomInt } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import { slugInOwnScript } from '../../domain/lib/slug.ts'

/**
 * A slug of a title. It never has only digits, since that would be an id (D-40). A title without a Latin spelling keeps
 * its own letters.
 * @param suffix whether to add characters that distinguish equal titles
 * @param unnamed replaces a title without letters
 */
export function slugFor(title: string, suffix: boolean, unnamed = 'activity'): string {
  const latin = slugify(title).slice(0, 80)
  const slug = (/[a-z]/.test(latin) ? latin : slugInOwnScript(title) || latin) || unnamed
  return suffix || /^\d+$/.test(slug) ? `${slug}-${randomText(5)}` : slug
}

/** Without characters that look like others. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Random letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
