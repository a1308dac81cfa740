// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Role;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.server.http.RequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models are open while an index or a client needs them. */
class ServedModelsTest {
  @TempDir private Path folder;

  @Test
  void aModelIsClosedWhenNothingNeedsIt() {
    try (ServedModels models = new ServedModels(InferenceOptions.defaults())) {
      String source = SampleTransformer.BERT_ENCODER.copyInto(folder).toString();
      ServedModel ofIndex = models.openFor(Optional.empty(), source);
      models.closeUnused(Set.of(ofIndex));
      assertThat(ofIndex.encode("texts", List.of("a"), Role.QUERY, false).vectors())
          .hasDimensions(1, ofIndex.dimension());
      models.closeUnused(Set.of());
      assertThat(models.all()).isEmpty();
      assertClosed(ofIndex);

      ServedModel kept = models.add(source);
      models.closeUnused(Set.of());
      assertThat(models.model(Optional.empty())).isSameAs(kept);
      models.remove(kept, Set.of(kept));
      assertThat(models.all()).as("an index uses it").containsExactly(kept);
      models.closeUnused(Set.of());
      assertClosed(kept);
    }
  }

  private static void assertClosed(ServedModel model) {
    assertThatThrownBy(() -> model.encode("texts", List.of("a"), Role.QUERY, false))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("was unloaded");
    assertThatThrownBy(() -> model.encoder().encode(List.of("a"), Role.QUERY))
        .as("the session of ONNX Runtime is closed")
        .isInstanceOf(RuntimeException.class);
  }
}
