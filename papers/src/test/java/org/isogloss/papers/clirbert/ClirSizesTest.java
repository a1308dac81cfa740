// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.experiment.MeasurementStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClirSizesTest {
  @TempDir Path folder;

  @Test
  void noRowIsResumedWithAnotherSize() throws ReflectiveOperationException {
    ClirSizes sizes = ClirSizes.of(ExperimentScale.SMOKE);
    MeasurementStore.open(folder, sizes.description());
    RecordComponent[] components = ClirSizes.class.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      ClirSizes other = withAnother(sizes, components, i);
      assertThatThrownBy(() -> MeasurementStore.open(folder, other.description()))
          .as(components[i].getName())
          .hasMessageContaining("its rows were measured with");
    }
  }

  private static ClirSizes withAnother(ClirSizes sizes, RecordComponent[] components, int which)
      throws ReflectiveOperationException {
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = components[i].getAccessor().invoke(sizes);
    }
    values[which] =
        values[which] instanceof Double rate
            ? (Object) (rate / 2)
            : (Integer) values[which] / 2 + 1_000;
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    return ClirSizes.class.getDeclaredConstructor(types).newInstance(values);
  }
}
