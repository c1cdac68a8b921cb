/**
 * A decision of the guide. Defaults: continue, ask on, no draft.
 * @param {{ thought: string, reply: string, action?: string, draft?: string | null, back?: { target: string | null } }} parts
 */
export function decision({ thought, reply, action = 'CONTINUE_ASKING', draft = null, back }) {
  return {
    thought,
    intent: back ? 'BACKTRACK' : 'CONTINUE',
    target_section: back?.target ?? null,
    next_action: action,
    reply_to_user: reply,
    draft_content: draft,
  };
}

export const ask = (thought, reply) => decision({ thought, reply });
export const propose = (thought, reply, draft) => decision({ thought, reply, action: 'PROPOSE_DRAFT', draft });
export const requestConfirm = (thought, reply, draft) => decision({ thought, reply, action: 'REQUEST_CONFIRM', draft });
export const finish = (thought, reply) => decision({ thought, reply, action: 'CONFIRM_FINISH' });
export const goBack = (thought, reply, target) => decision({ thought, reply, back: { target } });
