// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.experiment.MeasurementStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XprSizesTest {
  @TempDir Path folder;

  private static Map<String, String> all(XprSizes sizes) {
    Map<String, String> all = new HashMap<>(sizes.description());
    all.putAll(sizes.sourceDescription());
    return all;
  }

  @Test
  void noRowIsResumedWithAnotherSize() throws ReflectiveOperationException {
    XprSizes sizes = XprSizes.of(ExperimentScale.SMOKE);
    MeasurementStore.open(folder, all(sizes));
    RecordComponent[] components = XprSizes.class.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      XprSizes other = withAnother(sizes, components, i);
      assertThatThrownBy(() -> MeasurementStore.open(folder, all(other)))
          .as(components[i].getName())
          .hasMessageContaining("its rows were measured with");
    }
  }

  private static XprSizes withAnother(XprSizes sizes, RecordComponent[] components, int which)
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
    return XprSizes.class.getDeclaredConstructor(types).newInstance(values);
  }
}
