import type { z } from 'zod'

/** The type of `pageSchema(item)`. */
export type PageZod<Item extends z.ZodType> = z.ZodObject<{
  items: z.ZodArray<Item>
  page: z.ZodInt
  pageSize: z.ZodInt
  totalCount: z.ZodInt
  totalPages: z.ZodInt
}>
