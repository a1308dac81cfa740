// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.function.ToDoubleFunction;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.catalog.ServedModel;
import org.isogloss.server.http.Exchange;
import org.isogloss.server.http.MemoryBudget;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.RequestListener;
import org.isogloss.server.http.RequestPool;
import org.isogloss.server.http.ServerVersion;

/** The metrics of one server. Thread-safe. */
public final class ServerMetrics implements RequestListener {
  private static final System.Logger LOG = System.getLogger(ServerMetrics.class.getName());

  /** Label of requests to unknown paths. */
  private static final String OTHER = "other";

  /** Bounds of latency in seconds: from a cached search to the time limit of a request. */
  private static final double[] LATENCIES = {
    .001, .0025, .005, .01, .02, .03, .05, .075, .1, .15, .25, .5, 1, 2.5, 5, 10, 30, 60
  };

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter format =
      PrometheusTextFormatWriter.builder().setIncludeCreatedTimestamps(false).build();
  private final Counter requests;
  private final Histogram latency;

  /** Registers all metrics. */
  public ServerMetrics(Catalog catalog, RequestPool pool, MemoryBudget memory) {
    requests =
        Counter.builder()
            .name("isogloss_http_requests_total")
            .help("Requests answered")
            .labelNames("method", "route", "status")
            .register(registry);
    latency =
        Histogram.builder()
            .name("isogloss_http_request_duration_seconds")
            .help("Time from the head of a request to the end of its reply")
            .unit(Unit.SECONDS)
            .labelNames("method", "route")
            .classicOnly()
            .classicUpperBounds(LATENCIES)
            .register(registry);
    gauge("isogloss_work_waiting", "Requests that wait for a thread", pool::waiting);
    gauge("isogloss_work_running", "Requests that threads work on", pool::running);
    CounterWithCallback.builder()
        .name("isogloss_work_rejected_total")
        .help("Requests refused because too many were waiting")
        .callback(callback -> callback.call((double) pool.rejected()))
        .register(registry);
    gauge("isogloss_body_bytes", "Memory of request bodies that are being read", memory::used);
    ofModels(
        catalog,
        "isogloss_encoded_texts_total",
        "Texts encoded for clients",
        ServedModel::encodedTexts);
    ofModels(
        catalog,
        "isogloss_encoded_tokens_total",
        "Tokens encoded for clients",
        ServedModel::encodedTokens);
    ofModels(
        catalog, "isogloss_batches_total", "Batches that the model has run", ServedModel::batches);
    ofModels(
        catalog,
        "isogloss_batched_texts_total",
        "Texts in these batches",
        ServedModel::batchedTexts);
    ofIndexes(
        catalog,
        "isogloss_index_documents",
        "Documents that searches see",
        index -> index.use(engine -> engine.view().documentCount()));
    ofIndexes(
        catalog,
        "isogloss_index_passages",
        "Passages that searches see",
        index -> index.use(engine -> engine.view().passageCount()));
    ofIndexes(
        catalog,
        "isogloss_index_bytes",
        "Size of the index on disk",
        index -> index.use(engine -> engine.location().sizeOnDisk()));
    ofIndexes(
        catalog,
        "isogloss_index_changes_waiting",
        "Changes that wait for a commit",
        index -> index.changes().waiting());
    CounterWithCallback.builder()
        .name("isogloss_index_changes_failed_total")
        .help("Changes that were accepted and failed, so that no client knows of it")
        .labelNames("index")
        .callback(
            callback ->
                catalog
                    .indexes()
                    .forEach(
                        index ->
                            callback.call((double) index.changes().failedLater(), index.name())))
        .register(registry);
    Info.builder()
        .name("isogloss_build_info")
        .help("The version of Isogloss")
        .labelNames("version")
        .register(registry)
        .addLabelValues(ServerVersion.text());
    ofProcess();
  }

  /** Without those of memory pools, whose listener would outlive the server. */
  private void ofProcess() {
    ProcessMetrics.builder().register(registry);
    JvmRuntimeInfoMetric.builder().register(registry);
    JvmMemoryMetrics.builder().register(registry);
    JvmBufferPoolMetrics.builder().register(registry);
    JvmGarbageCollectorMetrics.builder().register(registry);
    JvmThreadsMetrics.builder().register(registry);
  }

  private interface Value {
    double get();
  }

  private void gauge(String name, String help, Value value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(value.get()))
        .register(registry);
  }

  private void ofModels(
      Catalog catalog, String name, String help, ToDoubleFunction<ServedModel> value) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("model")
        .callback(
            callback ->
                catalog
                    .models()
                    .all()
                    .forEach(model -> callback.call(value.applyAsDouble(model), model.name())))
        .register(registry);
  }

  private void ofIndexes(
      Catalog catalog, String name, String help, ToDoubleFunction<ServedIndex> value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("index")
        .callback(
            callback ->
                catalog
                    .indexes()
                    .forEach(
                        index -> {
                          try {
                            callback.call(value.applyAsDouble(index), index.name());
                          } catch (RequestException e) {
                            // An index that cannot be read must not hide the other metrics.
                            LOG.log(Level.DEBUG, "{0}: {1}", name, e.getMessage());
                          }
                        }))
        .register(registry);
  }

  @Override
  public void answered(Exchange exchange) {
    // Clients can invent methods and paths: only those of routes are counted by their names.
    String route = exchange.route().orElse(OTHER);
    String method = exchange.route().isPresent() ? exchange.method() : OTHER;
    requests.labelValues(method, route, String.valueOf(exchange.status())).inc();
    latency.labelValues(method, route).observe(exchange.elapsed().toNanos() / 1e9);
  }

  /** All metrics in the text format of Prometheus, version 0.0.4. */
  public Reply reply() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      format.write(out, registry.scrape());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return Reply.text(format.getContentType(), out.toString(StandardCharsets.UTF_8));
  }
}
