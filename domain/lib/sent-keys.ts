/** Bodies of calls that save only the sent keys. */
import * as z from 'zod/mini'

type Shape = Record<string, z.ZodMiniType>
type SentShape<S extends Shape> = {
  [Key in keyof S]: z.ZodMiniOptional<
    S[Key] extends z.ZodMiniDefault<infer Inner extends z.ZodMiniType> ? Inner : S[Key]
  >
}

/**
 * Makes all fields of a form optional and removes their defaults, because a default would overwrite the stored value.
 */
export function sentKeys<const S extends Shape>(shape: S): z.ZodMiniObject<SentShape<S>> {
  const fields = Object.entries(shape).map(([key, field]) => [key, z.optional(withoutDefault(field))])
  return z.object(Object.fromEntries(fields) as SentShape<S>) as z.ZodMiniObject<SentShape<S>>
}

function withoutDefault(field: z.ZodMiniType): z.ZodMiniType {
  return field instanceof z.ZodMiniDefault ? (field._zod.def.innerType as z.ZodMiniType) : field
}
