import { cursorPageSchema } from 'fastify-hyper/zod'
import { z } from 'zod'

/** A row of the table, and the representation of an article. */
export const articleSchema = z.object({
  id: z.int(),
  title: z.string().min(1).max(100).meta({ title: 'Title' }),
  body: z.string().meta({ title: 'Body' }),
  version: z.int()
})

export type Article = z.infer<typeof articleSchema>

/** What clients write. */
export const articleInput = articleSchema.pick({ title: true, body: true })

export const articlePage = cursorPageSchema(articleSchema)
