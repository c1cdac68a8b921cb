// @ts-check

/** Upper ends of the buckets of the duration of a request, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counters of one server, in the text format of Prometheus. */
export function metricsOf() {
  /** Requests by their labels. @type {Map<string, number>} */
  const requests = new Map();
  /** Durations by route: requests of each bucket, their number and their sum. @type {Map<string, { buckets: number[], count: number, sum: number }>} */
  const durations = new Map();
  return {
    /** @param {string} name @param {number} status @param {number} [seconds] */
    count(name, status, seconds) {
      const labels = `route="${name}",status="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      if (seconds === undefined) return;
      const there = durations.get(name) ?? { buckets: BUCKETS.map(() => 0), count: 0, sum: 0 };
      durations.set(name, there);
      const at = BUCKETS.findIndex(end => seconds <= end);
      if (at >= 0) there.buckets[at] += 1;
      there.count += 1;
      there.sum += seconds;
    },
    /** @param {{ connections: number, streams: number }} now */
    text({ connections, streams }) {
      return [
        '# TYPE stepgate_requests_total counter',
        ...[...requests].map(([labels, number]) => `stepgate_requests_total{${labels}} ${number}`),
        '# TYPE stepgate_request_seconds histogram',
        ...[...durations].flatMap(([name, { buckets, count, sum }]) => {
          let below = 0;
          return [
            ...BUCKETS.map((end, at) => `stepgate_request_seconds_bucket{route="${name}",le="${end}"} ${below += buckets[at]}`),
            `stepgate_request_seconds_bucket{route="${name}",le="+Inf"} ${count}`,
            `stepgate_request_seconds_sum{route="${name}"} ${sum}`, `stepgate_request_seconds_count{route="${name}"} ${count}`,
          ];
        }),
        '# TYPE stepgate_connections gauge', `stepgate_connections ${connections}`,
        '# TYPE stepgate_streams gauge', `stepgate_streams ${streams}`,
        '# TYPE process_resident_memory_bytes gauge', `process_resident_memory_bytes ${process.memoryUsage.rss()}`, '',
      ].join('\n');
    },
  };
}
