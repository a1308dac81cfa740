// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.InferenceException;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.SearchEngine;
import org.isogloss.server.http.RequestException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The errors that clients get when the engine of an index fails. */
class ServedIndexTest {
  @TempDir Path folder;
  private ServedIndex index;

  @BeforeEach
  void open() {
    index =
        new ServedIndex(
            "animals",
            SearchEngine.at(folder.resolve("index")).model("tiny").openOrCreate(),
            Optional.empty(),
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            Duration.ofHours(1));
  }

  @AfterEach
  void close() {
    index.close();
  }

  @Test
  void isAnErrorOfTheServerIfAModelFails() {
    assertFails(
        new InferenceException("ONNX Runtime cannot run model.onnx", new IOException("memory")),
        RequestException.Reason.FAILED,
        "a model of the index animals failed; the log of the server has more");
  }

  @Test
  void isAnErrorOfTheServerIfAFileCannotBeRead() {
    assertFails(
        new IsoglossException(folder + " cannot be read", new IOException("no device")),
        RequestException.Reason.FAILED,
        "the index animals cannot be read or written; the log of the server has more");
  }

  @Test
  void isAnErrorOfTheRequestOtherwiseAndHidesTheFolder() {
    assertFails(
        new IsoglossException(folder.resolve("index") + ": has no field price"),
        RequestException.Reason.INVALID,
        "index animals: has no field price");
  }

  private void assertFails(
      IsoglossException failure, RequestException.Reason reason, String message) {
    assertThatThrownBy(
            () ->
                index.use(
                    engine -> {
                      throw failure;
                    }))
        .isInstanceOfSatisfying(
            RequestException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(reason);
              assertThat(e).hasMessage(message);
            });
  }
}
