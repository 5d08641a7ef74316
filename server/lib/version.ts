/** The version of the product. */
import program from '../../package.json' with { type: 'json' }

export const { version } = program
