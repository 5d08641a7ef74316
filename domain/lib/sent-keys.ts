/** Bodies of calls that save only the keys that were sent: every field optional, and no default put in for one. */
import * as z from 'zod/mini'

type Shape = Record<string, z.ZodMiniType>
type SentShape<S extends Shape> = {
  [Key in keyof S]: z.ZodMiniOptional<
    S[Key] extends z.ZodMiniDefault<infer Inner extends z.ZodMiniType> ? Inner : S[Key]
  >
}

/** The fields of a form as `/patch` takes them, without defaults: a default would overwrite what is stored. */
export function sentKeys<const S extends Shape>(shape: S): z.ZodMiniObject<SentShape<S>> {
  const fields = Object.entries(shape).map(([key, field]) => [key, z.optional(withoutDefault(field))])
  return z.object(Object.fromEntries(fields) as SentShape<S>) as z.ZodMiniObject<SentShape<S>>
}

function withoutDefault(field: z.ZodMiniType): z.ZodMiniType {
  return field instanceof z.ZodMiniDefault ? (field._zod.def.innerType as z.ZodMiniType) : field
}
