import * as z from 'zod/mini';

/** Every refusal with a status has this body: one sentence for a person, and field by field what was wrong (400). */
export const ErrorBody = z.object({
  error: z.string(),
  /** The call is answered once the person has proved who they are (POST /api/user/confirm). */
  confirm: z.optional(z.literal(true)),
  /** The call is answered once the person has proven their address (POST /api/user/address/prove). */
  prove: z.optional(z.literal(true)),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
export type ErrorBody = z.output<typeof ErrorBody>;
