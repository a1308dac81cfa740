// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * A server of indexes and models: search, documents, inference and the interfaces of other servers,
 * over HTTP.
 */
module org.isogloss.server {
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires com.github.luben.zstd_jni;
  requires io.helidon.common.buffers;
  requires io.helidon.common.concurrency.limits;
  requires io.helidon.common.socket;
  requires io.helidon.common.task;
  requires io.helidon.common.tls;
  requires io.helidon.http.encoding;
  requires io.helidon.webserver;
  requires io.helidon.webserver.http2;
  requires transitive io.opentelemetry.api;
  requires io.opentelemetry.context;
  requires io.prometheus.metrics.core;
  requires io.prometheus.metrics.instrumentation.jvm;
  requires io.prometheus.metrics.model;
  requires io.prometheus.writer.text;
  requires java.logging;
  requires org.isogloss.core;
  requires org.isogloss.data;
  requires org.isogloss.lexical;
  requires transitive org.isogloss.engine;
  requires org.isogloss.modelio;
  requires org.isogloss.runtime;
  requires org.isogloss.search;
  requires org.isogloss.text;
  requires reactor.core;

  exports org.isogloss.server;
}
