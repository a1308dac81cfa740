// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestSpansTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";

  @TempDir private Path folder;

  private List<SpanData> spans() {
    InMemorySpanExporter exporter = InMemorySpanExporter.create();
    OpenTelemetrySdk sdk =
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .build();
    try (sdk;
        TestServer server =
            TestServer.start(folder.resolve("index"), builder -> builder.openTelemetry(sdk))) {
      server.send(
          server
              .request("/api/search?query=where+does+the+cat+sleep&top=2")
              .header("traceparent", "00-" + TRACE + "-" + PARENT + "-01"));
      server.get("/api/documents/nobody");
      Waiting.until(() -> exporter.getFinishedSpanItems().size() == 2);
      return exporter.getFinishedSpanItems();
    }
  }

  @Test
  void arePartsOfTheTracesOfClients() {
    List<SpanData> spans = spans();
    SpanData search = spans.getFirst();
    assertThat(search.getName()).isEqualTo("GET /api/search");
    assertThat(search.getKind()).isEqualTo(SpanKind.SERVER);
    assertThat(search.getTraceId()).isEqualTo(TRACE);
    assertThat(search.getParentSpanId()).isEqualTo(PARENT);
    assertThat(search.getAttributes().get(AttributeKey.stringKey("http.route")))
        .isEqualTo("/api/search");
    assertThat(search.getAttributes().get(AttributeKey.longKey("http.response.status_code")))
        .isEqualTo(200);
    assertThat(search.getAttributes().get(AttributeKey.stringKey("isogloss.query.language")))
        .isEqualTo("en");
    assertThat(search.getAttributes().get(AttributeKey.longKey("isogloss.hits"))).isEqualTo(2);
    assertThat(search.toString()).doesNotContain("sleep");

    SpanData missing = spans.get(1);
    assertThat(missing.getName()).isEqualTo("GET /api/documents/{id}");
    assertThat(missing.getTraceId()).isNotEqualTo(TRACE);
    // An error of the client is none of the server.
    assertThat(missing.getStatus()).isEqualTo(StatusData.unset());
  }
}
