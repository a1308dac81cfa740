// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.recipe;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.NameSuggestions;

/** Binds the nodes of a recipe to records. */
final class RecipeBinder {
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]++\\.?+[0-9]*+|\\.[0-9]++)([eE][+-]?[0-9]++)?");

  private final Function<RecipeNode.Scalar, String> textOf;
  private final UnaryOperator<Path> pathResolver;

  /** The keys that lead to the value that is bound. */
  private final Deque<String> keyPath = new ArrayDeque<>();

  /**
   * Creates a binder.
   *
   * @param textOf returns the text of a scalar with its variables substituted
   * @param pathResolver resolves every path of the recipe
   */
  RecipeBinder(Function<RecipeNode.Scalar, String> textOf, UnaryOperator<Path> pathResolver) {
    this.textOf = textOf;
    this.pathResolver = pathResolver;
  }

  <T extends Record> T bind(RecipeNode node, Class<T> type) {
    if (!(node instanceof RecipeNode.Mapping written)) {
      throw new RecipeException(
          node.location(),
          "found " + describe(node) + ", expected keys: " + String.join(", ", keys(type)));
    }
    RecipeNode.Mapping mapping = withPresentKeys(written, type);
    List<String> known = keys(type);
    mapping
        .values()
        .keySet()
        .forEach(
            key -> {
              if (!known.contains(key)) {
                throw new RecipeException(
                    mapping.keyLocations().get(key),
                    "unknown key \""
                        + key
                        + "\""
                        + NameSuggestions.nearest(key, known)
                            .map(nearest -> ": did you mean " + nearest + "?")
                            .orElse(", expected one of " + String.join(", ", known)));
              }
            });
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = component(mapping, components[i]);
    }
    return construct(mapping, type, components, values);
  }

  /** Renames keys that are written with their former names. */
  private static RecipeNode.Mapping withPresentKeys(RecipeNode.Mapping mapping, Class<?> type) {
    Map<String, RecipeNode> values = new LinkedHashMap<>(mapping.values());
    Map<String, String> locations = new LinkedHashMap<>(mapping.keyLocations());
    for (RecordComponent component : type.getRecordComponents()) {
      FormerKey former = component.getAnnotation(FormerKey.class);
      if (former != null && values.containsKey(former.value())) {
        String location = locations.remove(former.value());
        String key = key(component.getName());
        if (values.containsKey(key)) {
          throw new RecipeException(
              location,
              "\"" + former.value() + "\" is the former name of \"" + key + "\": use one");
        }
        values.put(key, values.remove(former.value()));
        locations.put(key, location);
      }
    }
    return new RecipeNode.Mapping(mapping.location(), values, locations);
  }

  private Object component(RecipeNode.Mapping mapping, RecordComponent component) {
    String key = key(component.getName());
    keyPath.addLast(key);
    try {
      return component(mapping, component, key);
    } finally {
      keyPath.removeLast();
    }
  }

  private Object component(RecipeNode.Mapping mapping, RecordComponent component, String key) {
    RecipeNode node = mapping.values().get(key);
    if (node != null) {
      return value(node, component.getGenericType(), key);
    }
    Default defaultValue = component.getAnnotation(Default.class);
    if (defaultValue != null) {
      RecipeNode defaultNode = new RecipeNode.Scalar(mapping.location(), defaultValue.value());
      return value(defaultNode, component.getGenericType(), key);
    }
    Class<?> raw = component.getType();
    if (raw == Optional.class) {
      return Optional.empty();
    } else if (raw == List.class) {
      return List.of();
    } else if (raw == Map.class) {
      return Map.of();
    } else if (raw.isRecord()) {
      return bind(
          new RecipeNode.Mapping(mapping.location(), Map.of(), Map.of()),
          raw.asSubclass(Record.class));
    }
    throw new RecipeException(
        mapping.location(), "the key \"" + String.join(".", keyPath) + "\" is missing");
  }

  private static <T> T construct(
      RecipeNode node, Class<T> type, RecordComponent[] components, Object[] values) {
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<T> constructor = type.getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException invalid) {
        throw new RecipeException(node.location(), invalid.getMessage(), invalid);
      }
      if (e.getCause() instanceof IsoglossException invalid) {
        throw new RecipeException(node.location(), invalid.getMessage(), invalid);
      }
      throw new IllegalStateException("constructor of " + type + " failed", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " cannot be created", e);
    }
  }

  private Object value(RecipeNode node, Type type, String key) {
    if (type instanceof ParameterizedType generic) {
      Type inner = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      if (generic.getRawType() == Optional.class) {
        return Optional.of(value(node, inner, key));
      } else if (generic.getRawType() == List.class) {
        return list(node, inner, key);
      } else if (generic.getRawType() == Map.class) {
        return map(node, inner, key);
      }
    }
    if (type instanceof Class<?> plain) {
      return plain.isRecord()
          ? bind(node, plain.asSubclass(Record.class))
          : scalar(node, plain, key);
    }
    throw new IllegalStateException("recipes do not support values of " + type);
  }

  private List<Object> list(RecipeNode node, Type inner, String key) {
    if (!(node instanceof RecipeNode.Sequence sequence)) {
      throw wrongType(node, key, "a list");
    }
    List<Object> items = new ArrayList<>();
    sequence.items().forEach(item -> items.add(value(item, inner, key)));
    return List.copyOf(items);
  }

  private Map<String, Object> map(RecipeNode node, Type inner, String key) {
    if (!(node instanceof RecipeNode.Mapping mapping)) {
      throw wrongType(node, key, "keys with values");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    mapping.values().forEach((name, item) -> values.put(name, value(item, inner, name)));
    return values;
  }

  private Object scalar(RecipeNode node, Class<?> type, String key) {
    String expected =
        type == int.class
            ? "a whole number up to " + Integer.MAX_VALUE
            : type == long.class || type == Long.class
                ? "a whole number"
                : type == double.class || type == Double.class
                    ? "a finite number"
                    : type == boolean.class
                        ? "true or false"
                        : type.isEnum() ? "one of " + String.join(", ", constants(type)) : "a text";
    if (!(node instanceof RecipeNode.Scalar scalar)) {
      throw wrongType(node, key, expected);
    }
    String text = textOf.apply(scalar);
    try {
      if (type == int.class) {
        return Integer.parseInt(text.replace("_", ""));
      } else if (type == long.class || type == Long.class) {
        return Long.parseLong(text.replace("_", ""));
      } else if (type == double.class || type == Double.class) {
        return number(text);
      } else if (type == boolean.class && (text.equals("true") || text.equals("false"))) {
        return text.equals("true");
      } else if (type == String.class) {
        return text;
      } else if (type == Path.class && !text.isEmpty()) {
        return pathResolver.apply(Path.of(text));
      } else if (type.isEnum() && constants(type).contains(text)) {
        return type.getEnumConstants()[constants(type).indexOf(text)];
      }
    } catch (NumberFormatException | InvalidPathException e) {
      throw new RecipeException(node.location(), problem(key, quoted(text), expected), e);
    }
    throw new RecipeException(node.location(), problem(key, quoted(text), expected));
  }

  /** Parses a finite decimal; Java would also accept {@code NaN}, {@code 1f} and {@code 0x1p3}. */
  private static double number(String text) {
    double number = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    if (!Double.isFinite(number)) {
      throw new NumberFormatException(RecipeNode.abbreviate(text));
    }
    return number;
  }

  private static String quoted(String text) {
    return "\"" + RecipeNode.abbreviate(text) + "\"";
  }

  private static RecipeException wrongType(RecipeNode node, String key, String expected) {
    return new RecipeException(node.location(), problem(key, describe(node), expected));
  }

  private static String problem(String key, String found, String expected) {
    return key + " is " + found + ", expected " + expected;
  }

  private static String describe(RecipeNode node) {
    return switch (node) {
      case RecipeNode.Scalar scalar -> quoted(scalar.text());
      case RecipeNode.Sequence sequence -> "a list";
      case RecipeNode.Mapping mapping -> "keys with values";
    };
  }

  private static List<String> keys(Class<?> type) {
    return Arrays.stream(type.getRecordComponents()).map(c -> key(c.getName())).toList();
  }

  private static List<String> constants(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }

  private static String key(String component) {
    return component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
