import type { ExportedSession } from '../index.js';

/** Options of `toOtlp`. */
export interface OtlpOptions {
  /** `service.name` of the resource. Default: `stepgate`. */
  service?: string | undefined;
  /** `gen_ai.provider.name`: the one who serves the model, such as `openai`. A session does not know it. Default: `unknown`. */
  provider?: string | undefined;
  /** `gen_ai.request.model`. A session does not know it. Default: none. */
  model?: string | undefined;
  /** Also send the texts: replies of the model, arguments and results of tools. Default: false, since they may be private. */
  content?: boolean | undefined;
  /** Only turns that begin after this revision: the `snapshot.revision` of the file that was sent last. Default: 0, all turns. */
  since?: number | undefined;
}

/** A value of an attribute, as OTLP/JSON writes it: whole numbers are texts. */
export interface OtlpValue {
  /** A text. */
  stringValue?: string;
  /** A whole number, in digits. */
  intValue?: string;
  /** A list. */
  arrayValue?: OtlpList;
}

/** A list of values. */
export interface OtlpList {
  /** Its values, in order. */
  values: OtlpValue[];
}

/** One attribute. */
export interface OtlpAttribute {
  /** Its name in the semantic conventions; names of this package begin with `stepgate.`. */
  key: string;
  /** Its value. */
  value: OtlpValue;
}

/** A span: a turn of the agent (`invoke_agent`), a call of the model (`chat`) or of a tool (`execute_tool`). */
export interface OtlpSpan {
  /** 32 hexadecimal digits: one for each turn. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** The span of the turn. Absent for that span itself. */
  parentSpanId?: string;
  /** Operation and agent, model or tool. */
  name: string;
  /** 1: internal, 3: client. */
  kind: number;
  /** Nanoseconds since 1970, in digits. */
  startTimeUnixNano: string;
  /** Nanoseconds since 1970, in digits. */
  endTimeUnixNano: string;
  /** The attributes. */
  attributes: OtlpAttribute[];
  /** `{ code: 2 }` where it failed. */
  status: { code?: number };
}

/** A source of spans. */
export interface OtlpSource {
  /** Its name. */
  name: string;
}

/** A service. */
export interface OtlpService {
  /** Its attributes: `service.name`. */
  attributes: OtlpAttribute[];
}

/** Spans of one source. */
export interface OtlpScope {
  /** The source: `stepgate`. */
  scope: OtlpSource;
  /** The spans, turn by turn. */
  spans: OtlpSpan[];
  /** The version of the semantic conventions. */
  schemaUrl: string;
}

/** Spans of one service. */
export interface OtlpResource {
  /** The service. */
  resource: OtlpService;
  /** One scope. */
  scopeSpans: OtlpScope[];
  /** The version of the semantic conventions. */
  schemaUrl: string;
}

/** The body of an OTLP/HTTP request to `/v1/traces`. */
export interface OtlpTraces {
  /** One resource. */
  resourceSpans: OtlpResource[];
}

/**
 * An exported session (`store.export(id)`, as an object or as JSON text) as OpenTelemetry spans, after the semantic conventions for generative AI: each turn
 * is a trace with a span for each call of the model and of a tool, their times and tokens. A pure function: the same session gives the same ids, so that
 * sending it again adds nothing. It sends nothing itself, and without `content` no text of the session is in it. Throws a `TypeError` for what is no
 * exported session, and for an unknown option.
 */
export function toOtlp(session: ExportedSession | string, options?: OtlpOptions): OtlpTraces;
